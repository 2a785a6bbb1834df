import type { RouteSuggestion } from '../../api/visits.ts'
import { useWords } from '../words.ts'
import { plotPoints } from './plot-points.ts'
import css from './route.module.css'
import { visitWords } from './words.ts'

type Props = {
  stops: RouteSuggestion['now']['stops']
  places: RouteSuggestion['places']
}

/** Where the stops lie, joined in their order. Plain: it needs no map and no connection. */
export function RoutePlot({ stops, places }: Props) {
  const words = useWords(visitWords)
  const { points, width, height } = plotPoints(
    stops.map(({ id }) => id),
    places,
  )
  if (points.length < 2) return null
  return (
    <svg className={css.plot} viewBox={`0 0 ${width} ${height}`}>
      <title>{words.plotTitle}</title>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ id, x, y, number }) => (
        <g key={id}>
          <circle cx={x} cy={y} r={11} />
          <text x={x} y={y}>
            {number}
          </text>
        </g>
      ))}
    </svg>
  )
}
