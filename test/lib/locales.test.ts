import t from 'tap'
import { readableTextColor } from '../../src/lib/colors.js'
import { preferredLocale } from '../../src/lib/locales.js'

t.test('selects the supported language that the client prefers', async t => {
  const table: [string | undefined, string | null][] = [
    [undefined, null],
    ['', null],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-CH, fr;q=0.9, es;q=0.8, de;q=0.7, *;q=0.5', 'es'],
    ['en;q=0.4, es-419;q=0.6', 'es'],
    ['ES', 'es'],
    ['en;q=0.5,de;q=0.5', 'en'],
    ['de;q=0, en', 'en'],
    ['de;q=0', null],
    ['de ; q=0.3 , es', 'es'],
    ['*', null],
    ['den, english', null],
    ['de;q=2, en;q=0.1', 'en'],
    ['de;q=x', null],
    [',;q=1,,de', 'de'],
    [`${'fr,'.repeat(400)}de`, null],
  ]
  for (const [header, expected] of table) t.equal(preferredLocale(header), expected, header ?? 'none')
})

t.test('selects black or white text by the contrast with the background', async t => {
  t.equal(readableTextColor('#0a66c2'), '#ffffff')
  t.equal(readableTextColor('#000000'), '#ffffff')
  t.equal(readableTextColor('#ffffff'), '#000000')
  t.equal(readableTextColor('#FFDD00'), '#000000')
  // The gray with a contrast of 4.58 to both black and white: a relative luminance of 0.1833.
  t.equal(readableTextColor('#757575'), '#ffffff')
  t.equal(readableTextColor('#777777'), '#000000')
})
