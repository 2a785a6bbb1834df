import type { LostDayDone } from '../../../../api/series.ts'
import { dayLabel } from '../../../ui/when.ts'
import { Listed } from '../../../shared/visits/SeriesPreview.tsx'
import css from '../../../shared/visits/series.module.css'
import { teamName, type Teams } from '../../../shared/visits/teams.ts'
import { count } from '../../../shared/visits/visit-text.ts'
import { goesTo, isOver, loadText, sumText } from './lost-day-preview.ts'

type Props = { of: LostDayDone; notify: boolean; teams: Teams; stale: boolean }

/** Where the visits of a lost day go, and how full the teams' days get. */
export function LostDayPreview({ of, notify, teams, stale }: Props) {
  const { visits, capacity, kept } = of
  return (
    <section className={css.preview} aria-label="What this does" aria-busy={stale}>
      <p style={{ margin: 0 }}>
        <strong>{count(visits.length, 'visit')}</strong>
        {sumText(of, notify)}
      </p>
      {visits.length > 0 && <Visits visits={visits} teams={teams} />}
      {capacity.length > 0 && <Capacity capacity={capacity} teams={teams} />}
      <Listed
        title="Stay as they are"
        items={kept.map(({ occurrence_id, sentence }) => ({ key: occurrence_id, text: sentence }))}
      />
    </section>
  )
}

const Visits = ({ visits, teams }: { visits: LostDayDone['visits']; teams: Teams }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  <section className={css.scroll} tabIndex={0} aria-label="Visits">
    <table className={css.targets}>
      <Head columns={['Visit', 'Team', 'Goes to']} />
      <tbody>
        {visits.map((visit) => (
          <tr key={visit.occurrence_id}>
            <td>
              {visit.customer_name ?? 'Customer'}, {visit.title}
              {visit.warnings.map(({ code, sentence }) => (
                <small key={code}>{sentence}</small>
              ))}
            </td>
            <td>{teamName(teams, visit.team_id)}</td>
            <td>{goesTo(visit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Capacity = ({ capacity, teams }: { capacity: LostDayDone['capacity']; teams: Teams }) => (
  <table className={css.targets} aria-label="Capacity">
    <Head columns={['Day', 'Team', 'Work then']} />
    <tbody>
      {capacity.map((load) => (
        <tr key={`${load.date} ${load.team_id}`}>
          <td>{dayLabel(load.date)}</td>
          <td>{teamName(teams, load.team_id)}</td>
          <td data-over={isOver(load) || undefined}>{loadText(load)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Head = ({ columns }: { columns: readonly string[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)
