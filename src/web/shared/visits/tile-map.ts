import {
  control,
  divIcon,
  latLngBounds,
  map as createMap,
  marker,
  polyline,
  tileLayer,
} from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { mapPlaces } from './map-places.ts'

type Drawing = {
  stops: readonly { id: string }[]
  places: readonly { id: string; latitude: number; longitude: number }[]
  tiles: { tiles_url: string; attribution: string }
  words: { zoomIn: string; zoomOut: string }
  /** A tile of the first view could not be loaded: a map with gray squares is worse than a drawing. */
  onFailure: () => void
}

/** Draws the stops and the way between them over map tiles. Returns what takes the map away again. */
export function drawTileMap(
  element: HTMLElement,
  { stops, places, tiles, words, onFailure }: Drawing,
): () => void {
  const { markers, way } = mapPlaces(
    stops.map(({ id }) => id),
    places,
  )
  // The wheel scrolls the sheet the map is in.
  const map = createMap(element, {
    zoomControl: false,
    scrollWheelZoom: false,
    attributionControl: false,
  })
  control.attribution({ prefix: false }).addTo(map)
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  let isComplete = false
  // Text, since the library would read it as markup.
  const attribution = document.createElement('span')
  attribution.textContent = tiles.attribution
  tileLayer(tiles.tiles_url, { attribution: attribution.innerHTML, maxZoom: 19 })
    .on('load', () => (isComplete = true))
    .on('tileerror', () => isComplete || onFailure())
    .addTo(map)
  polyline(way, { className: 'fh-map-way', weight: 4, opacity: 0.8 }).addTo(map)
  for (const { at, label } of markers)
    marker(at, {
      icon: divIcon({ className: 'fh-map-stop', html: label, iconSize: undefined }),
      alt: label,
      title: label,
      keyboard: false,
      interactive: false,
    }).addTo(map)
  map.fitBounds(latLngBounds(way), { padding: [36, 36], maxZoom: 15 })
  return () => map.remove()
}
