import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RouteSuggestion } from '../../../api/visits.ts'
import { configQuery } from '../../app/config.ts'
import { useIsOnline } from '../../app/online.ts'
import { useWords } from '../../app/words.ts'
import css from './route.module.css'
import { visitWords } from '../../../words/en/visits.ts'
import { plotPoints } from './plot-points.ts'

type Props = {
  stops: RouteSuggestion['now']['stops']
  places: RouteSuggestion['places']
}

/** Where the stops lie: a plain drawing, and on request a map, if this deployment has tiles. */
export function RouteMap(props: Props) {
  const words = useWords(visitWords)
  const { data } = useQuery(configQuery)
  const online = useIsOnline()
  const [view, setView] = useState<'plot' | 'map' | 'failed'>('plot')
  const tiles = data?.map
  const isMap = view === 'map' && online
  if (!tiles || props.places.length === 0) return <RoutePlot {...props} />
  return (
    <>
      {isMap ? (
        <TileMap {...props} tiles={tiles} onFailure={() => setView('failed')} />
      ) : (
        <RoutePlot {...props} />
      )}
      {view !== 'plot' && !isMap && (
        <Text component="output" display="block" c="dimmed" fz="sm">
          {words.noMap}
        </Text>
      )}
      <Button variant="default" mb="sm" onClick={() => setView(isMap ? 'plot' : 'map')}>
        {isMap ? words.showPlot : words.showMap}
      </Button>
    </>
  )
}

type MapProps = Props & {
  tiles: { tiles_url: string; attribution: string }
  onFailure: () => void
}

/** The map's code is loaded with the first map: most days nobody asks for one. */
function TileMap({ stops, places, tiles, onFailure }: MapProps) {
  const words = useWords(visitWords)
  const box = useRef<HTMLElement>(null)
  const fail = useRef(onFailure)
  useEffect(() => void (fail.current = onFailure))
  useEffect(() => {
    const element = box.current
    if (!element) return
    let undraw: (() => void) | null = null
    let isGone = false
    import('./tile-map.ts').then(
      ({ drawTileMap }) => {
        if (isGone) return
        undraw = drawTileMap(element, {
          stops,
          places,
          tiles,
          words,
          onFailure: () => fail.current(),
        })
      },
      () => fail.current(),
    )
    return () => {
      isGone = true
      undraw?.()
    }
  }, [stops, places, tiles, words])
  return <section ref={box} className={css.map} aria-label={words.mapOf} />
}

type PlotProps = {
  stops: RouteSuggestion['now']['stops']
  places: RouteSuggestion['places']
}

/** Where the stops lie, joined in their order. Plain: it needs no map and no connection. */
function RoutePlot({ stops, places }: PlotProps) {
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
