import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RouteSuggestion } from '../../api/visits.ts'
import { configQuery } from '../config.ts'
import { useIsOnline } from '../online.ts'
import { useWords } from '../words.ts'
import { RoutePlot } from './RoutePlot.tsx'
import css from './route.module.css'
import { visitWords } from './words.ts'

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
