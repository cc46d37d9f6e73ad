// Positions without a table, as the server shows them; the last few hundred are remembered.
import type { PositionQuery, PositionView, ViewQuery } from '../wire/messages.gen'
import { askPatiently } from './api'

const MOST_REMEMBERED = 400
const remembered = new Map<string, Promise<PositionView>>()

/** The position after the moves of a query. */
export function viewOf(position: PositionQuery): Promise<PositionView> {
  const name = JSON.stringify(position)
  let view = remembered.get(name)
  if (!view) {
    const query: ViewQuery = { position, geometry: true }
    view = askPatiently<PositionView>('/api/view', query)
    remembered.set(name, view)
    view.catch(() => remembered.delete(name))
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!)
  }
  return view
}
