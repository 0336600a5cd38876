import t from 'tap'
import { validateUsername } from '../../../../src/features/people/account/username.js'
import { AppError } from '../../../../src/errors.js'

const names = {
  Latin: `
    anna1984 joe.bloggs mary-jane max_4you team4 anna.maria.k o.brien jean-luc josé.garcía Zoë Łukasz Søren Þórdís
    Nguyễn_An İpek straße77 björn.ironside Ağaoğlu Chloé-Rose x3000 l33tlifter 4runner 7even 5tar r2d2 b0b m4rk mod3rn
    rooney moderato adam1n stafford botond contardo ruth.anderson info7 kate_x.y fit4life
    bench_press.100 squat-2x a1b2c3 1001nights mr.t mrs.robinson the.real.bob jan-de-vries anna_de_groot
    anna.de.groot maria.la.rosa bench.press.100 evil.co.uk.joe
  `,
  Cyrillic: `
    Анна Максим Мария Пётр Нина Инна Наташа Тимур Семён Игнат Антон Том Емма Мира Вера Женя Юлия Щербак Їжак Єва
    Ґанна Ђорђе Ќирил Алма-Ата Әсел Өмір макс_90 зина.и.нина Тоня777 Шаши Кирпич Агата Роза Зоя Иван.Петров
  `,
  Greek: 'Γιώργος Ελένη Κώστας Νίκος Μαρία ζωή Ὀδυσσεύς Άννα-Μαρία Τίτος Ρένα Θωμάς_7 Βάνα Μίνα.Κ',
  Armenian: 'Արամ Անահիտ Գոհար Հովհաննես Սոնա Նունե Աննա_85',
  Georgian: 'ნინო გიორგი ქეთევანი თამარ-2 ლუკა',
  Hebrew: 'נועה יוסי דוד_7 חנה',
  Arabic: 'محمد فاطمة سارة٢٠٢٦ علی_رضا نور',
  Devanagari: 'प्रिया राहुल नमिता अमित९',
  'other scripts of India': 'প্রিয়া ਗੁਰਪ੍ਰੀਤ પ્રિયંકા முருகன் సీతా ಕಾವ್ಯ മീനാക്ഷി නිමල්',
  Thai: 'ศิริพร สมชาย มาลี99',
  'Khmer, Lao, Myanmar, Ethiopic, Cherokee, Mongolian': 'សុខា ບຸນມີ အောင်ဆန်း ሰላማዊት ᏣᎳᎩ ᠮᠣᠩᠭᠣᠯ',
  Chinese: '李小龙 王小明88 張偉-台北 ㄅㄆㄇ',
  Japanese: '田中太郎 さくら タナカ 山田たろう_2',
  Korean: '이순신 김민수 박지성7 金민지',
}

const problem = (name: string): string => {
  try {
    validateUsername(name)
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

t.test('allows personal names in every script, also in capitals', async t => {
  for (const [script, list] of Object.entries(names))
    for (const name of list.trim().split(/\s+/))
      for (const form of [name, name.toUpperCase(), name.toLowerCase()])
        t.equal(problem(form), '', `${script}: ${form}`)
})

t.test('rejects reserved names in any look-alike spelling', async t => {
  const reserved = {
    'Cyrillic letters only': 'аԁміп АԀМІП АԁМіП гоот ЯООТ теам вот ТЕАМ шшш аԁміп7',
    'Greek letters only': 'ΤΕΑΜ ΒΟΤ',
    'wide and styled letters': 'ａｄｍｉｎ ４ｄｍ１ｎ 𝒶𝒹𝓂𝒾𝓃 ᴀᴅᴍɪɴ',
    digits: `
      4dm1n 4DMIN adm1n 4dm1n99 994dm1n 7_4dm1n_7 5upp0r7 5y5t3m r007 r00t 73am 74dmin 0wn3r 4p1 h3lp 53curity 5ecurity5
      m0d3r470r 4n0nym0u5 l091n 4.d-m_1.n
    `,
  }
  for (const [why, list] of Object.entries(reserved))
    for (const name of list.trim().split(/\s+/)) t.match(problem(name), 'is reserved', `${why}: ${name}`)
})

t.test('rejects usernames that mail programs turn into links', async t => {
  const linked = `
    evil.com.joe evil.com.joe.bloggs joe.evil.com.x evil.com-joe evil.com.1 EVIL.COM.joe evil.org.joe
    1.2.3.4.joe a-.evil.com.joe evil..com..joe ｅｖｉｌ.ｃｏｍ.joe
  `
  for (const name of linked.trim().split(/\s+/)) t.match(problem(name), 'like a web address', name)
  for (const name of [
    'joe.bloggs',
    'anna.maria.k',
    'com.joe',
    'a.b.c.d.e.f',
    'e.v.i.l',
    'evil-com.joe',
    '1.2.3',
    'evil.com_joe',
  ])
    t.equal(problem(name), '', name)
})
