// Positions as boards show them, from a cache of the last few hundred.
import { backend } from '../backend'
import type { PositionQuery, PositionView } from '../wire/messages.gen'

const MAX_CACHED_VIEWS = 400
const views = new Map<string, Promise<PositionView>>()

/** The position after the moves of a query. */
export function fetchView(position: PositionQuery): Promise<PositionView> {
  const key = JSON.stringify(position)
  let view = views.get(key)
  if (!view) {
    view = backend.view({ position, geometry: true })
    views.set(key, view)
    view.catch(() => views.delete(key))
    if (views.size > MAX_CACHED_VIEWS) views.delete(views.keys().next().value!)
  }
  return view
}
