import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { ProgramListDocument } from '../../../../generated/operations/console.js'
import { Icon } from '../../shared/icon.js'
import { SearchField } from '../components/fields.js'
import { ProgramBadges } from '../components/program-badges.js'
import { ListEnd, useList } from '../components/query.js'
import { nameOf, t } from '../i18n.js'

export function ProgramsScreen(): JSX.Element {
  const [search, setSearch] = useState('')
  const variables = { search: search === '' ? null : search }
  const list = useList(ProgramListDocument, variables, ({ programs }) => programs)
  return (
    <>
      <header class="head">
        <h1>{t('nav.programs')}</h1>
        {list.totalCount !== null && <p class="faint">{t('matches', { count: list.totalCount })}</p>}
        <a class="button" href="#/programs/new">
          <Icon of={Plus} size={16} /> {t('programEditor.new')}
        </a>
      </header>
      <p class="faint">{t('programs.text')}</p>
      <div class="filters" role="search">
        <SearchField label={t('programs.search')} onSearch={setSearch} />
      </div>
      <div class="card table">
        {list.nodes !== null && list.nodes.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('program')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col" class="wide">
                  {t('exercise.level')}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.nodes.map(program => (
                <tr key={program.id}>
                  <th scope="row">
                    <a href={`#/programs/${program.id}`}>{program.title}</a>
                    <small>
                      {t('program.size', { weeks: program.durationWeeks, sessions: program.sessionsPerWeek })}
                    </small>
                  </th>
                  <td>
                    <ProgramBadges of={program} />
                  </td>
                  <td class="wide">
                    {program.programLevel === null ? '–' : nameOf('level', program.programLevel)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <ListEnd of={list} empty={t('programs.none')} />
      </div>
    </>
  )
}
