type Place = { id: string; latitude: number; longitude: number }
/** A marker: the numbers of the stops there, in their order. */
type MapPlace = { at: [latitude: number, longitude: number]; label: string }

/** One marker for each place, since stops known by ZIP code only lie on one point; and the way between them. */
export function mapPlaces(
  order: readonly string[],
  places: readonly Place[],
): { markers: MapPlace[]; way: MapPlace['at'][] } {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const markers = new Map<string, MapPlace>()
  const way: MapPlace['at'][] = []
  for (const [index, id] of order.entries()) {
    const place = placeOf.get(id)
    if (!place) continue
    const at: MapPlace['at'] = [place.latitude, place.longitude]
    const known = markers.get(at.join())
    const label = String(index + 1)
    markers.set(at.join(), { at, label: known ? `${known.label}, ${label}` : label })
    way.push(at)
  }
  return { markers: [...markers.values()], way }
}
