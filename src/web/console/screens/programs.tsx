import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { ProgramListDocument, type ProgramLineFragment } from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { ListTable } from '../components/list-table.js'
import { ProgramBadges } from '../components/program-badges.js'
import { ScreenHeader } from '../components/screen-header.js'
import { SearchField } from '../components/search-field.js'
import type { Columns } from '../components/table.js'
import { useList } from '../components/use-list.js'
import { nameOf, t } from '../i18n.js'

export function ProgramsScreen(): JSX.Element {
  const [search, setSearch] = useState('')
  const variables = { search: search === '' ? null : search }
  const list = useList(ProgramListDocument, variables, ({ programs }) => programs)
  return (
    <>
      <ScreenHeader title={t('nav.programs')} count={list.totalCount}>
        <a class="button" href="#/programs/new">
          <Icon of={Plus} size={16} /> {t('programEditor.new')}
        </a>
      </ScreenHeader>
      <p class="faint">{t('programs.text')}</p>
      <div class="filters" role="search">
        <SearchField label={t('programs.search')} onSearch={setSearch} />
      </div>
      <div class="card table">
        <ListTable of={list} columns={columns()} keyOf={({ id }) => id} empty={t('programs.none')} />
      </div>
    </>
  )
}

const columns = (): Columns<ProgramLineFragment> => [
  {
    title: t('program'),
    cell: program => (
      <>
        <a href={`#/programs/${program.id}`}>{program.title}</a>
        <small>
          {t('program.size', { weeks: program.durationWeeks, sessions: program.sessionsPerWeek })}
        </small>
      </>
    ),
  },
  { title: t('state'), cell: program => <ProgramBadges of={program} /> },
  {
    title: t('exercise.level'),
    isWide: true,
    cell: ({ programLevel }) => (programLevel === null ? '–' : nameOf('level', programLevel)),
  },
]
