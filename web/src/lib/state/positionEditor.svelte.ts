// A position being edited: a draft that the server turns into text and judges, or a text that it turns into a draft.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import type {
  Color,
  EditedPosition,
  EditPosition,
  FormField,
  PositionDraft,
  Problem,
  Rules,
} from '../wire/messages.gen'

type Value = boolean | number | string
type Send = (query: EditPosition) => Promise<EditedPosition>

/** How long after a change the server is asked, so that a stroke over many points asks once. */
const DELAY_MS = 120
const MAX_UNDO = 200

const EMPTY: PositionDraft = { pieces: {}, turn: 'white', fields: {} }

/** The name of a field's value in a draft. */
export function fieldKey(field: FormField): string {
  return field.side ? `${field.name}.${field.side}` : field.name
}

/** How many men of each side are neither on the board nor in hand, compared with the start. */
export function menRemoved(draft: PositionDraft, start: PositionDraft | null, side: Color): number {
  if (!start) return 0
  const count = ({ pieces, fields = {} }: PositionDraft) =>
    Object.values(pieces).filter((piece) => piece.startsWith(`${side} `)).length + Number(fields[`hand.${side}`] ?? 0)
  return Math.max(0, count(start) - count(draft))
}

export class PositionEditor {
  readonly game: string
  readonly rules: Rules | null
  readonly #send: Send
  /** What the server last said. */
  answer: EditedPosition | null = $state.raw(null)
  draft: PositionDraft = $state.raw(EMPTY)
  /** The position as text, as it was typed or as the server wrote it. */
  text = $state('')
  problem: Problem | null = $state.raw(null)
  /** Whether the server has not judged the latest change yet. */
  isPending = $state(false)
  /** The usual start, to compare with. */
  start: PositionDraft | null = $state.raw(null)
  #past: PositionDraft[] = $state.raw([])
  #future: PositionDraft[] = $state.raw([])
  #waiting: EditPosition | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false

  constructor(game: string, rules: Rules | null, send: Send = (query) => backend.editPosition(query)) {
    this.game = game
    this.rules = rules
    this.#send = send
  }

  /** Begins with a text, or with the start position. */
  async begin(fen: string): Promise<void> {
    await this.#askNow({})
    this.start = this.answer?.draft ?? null
    if (fen) await this.#askNow({ fen })
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Whether the position is legal and judged. */
  get isLegal(): boolean {
    return this.answer?.view != null && this.problem === null && !this.isPending
  }

  put(point: string, piece: string | null, isStroke = false): void {
    const pieces = { ...this.draft.pieces }
    if (piece === null) delete pieces[point]
    else pieces[point] = piece
    this.#change({ ...this.draft, pieces }, isStroke)
  }

  /** Moves a piece to a point, or off the board. */
  shift(from: string, to: string | null): void {
    const pieces = { ...this.draft.pieces }
    const piece = pieces[from]
    delete pieces[from]
    if (to !== null && piece !== undefined) pieces[to] = piece
    this.#change({ ...this.draft, pieces })
  }

  setTurn(turn: Color): void {
    this.#change({ ...this.draft, turn })
  }

  setField(key: string, value: Value): void {
    this.#change({ ...this.draft, fields: { ...this.draft.fields, [key]: value } })
  }

  /** Takes all pieces off the board; flags and choices of the position go with them. */
  clear(): void {
    const fields = { ...this.draft.fields }
    for (const field of this.answer?.form?.fields ?? []) {
      if (field.kind === 'flag') fields[fieldKey(field)] = false
      if (field.kind === 'choice') fields[fieldKey(field)] = field.names[0] ?? ''
    }
    this.#change({ ...this.draft, pieces: {}, fields })
  }

  /** The start position: the usual one, or one by its number. */
  setStart(start: number | null = null): void {
    this.#remember()
    this.#ask({ start })
  }

  /** Takes a text that somebody types; it stays as it is while it cannot be read. */
  setText(text: string): void {
    this.text = text
    this.#ask({ fen: text })
  }

  undo(): void {
    this.#step(this.#past, this.#future)
  }

  redo(): void {
    this.#step(this.#future, this.#past)
  }

  #step(from: PositionDraft[], to: PositionDraft[]): void {
    const draft = from.pop()
    if (!draft) return
    to.push(this.draft)
    ;[this.#past, this.#future] = [[...this.#past], [...this.#future]]
    this.draft = draft
    this.#ask({ draft })
  }

  #remember(): void {
    this.#past = [...this.#past, this.draft].slice(-MAX_UNDO)
    this.#future = []
  }

  #change(draft: PositionDraft, isStroke = false): void {
    if (!isStroke) this.#remember()
    // What the form does not show belongs to the position as it was.
    this.draft = { ...draft, fields: this.#withHands(draft), rest: '' }
    this.#ask({ draft: this.draft })
  }

  /** The fields, with no more men in hand than are left: a man that is placed comes from the hand. */
  #withHands({ pieces, fields = {} }: PositionDraft): Record<string, Value> {
    const changed = { ...fields }
    for (const field of this.answer?.form?.fields ?? []) {
      if (field.name !== 'hand') continue
      const key = fieldKey(field)
      const placed = Object.values(pieces).filter((piece) => piece.startsWith(`${field.side} `)).length
      changed[key] = Math.max(0, Math.min(Number(fields[key] ?? 0), field.high - placed))
    }
    return changed
  }

  /** Asks the server soon; of several changes only the latest is sent, and one request is open at a time. */
  #ask(query: Omit<EditPosition, 'game'>): void {
    this.isPending = true
    this.#waiting = { game: this.game, rules: this.rules, ...query }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sendWaiting(), DELAY_MS)
  }

  async #askNow(query: Omit<EditPosition, 'game'>): Promise<void> {
    this.#ask(query)
    clearTimeout(this.#timer)
    await this.#sendWaiting()
  }

  async #sendWaiting(): Promise<void> {
    const query = this.#waiting
    if (!query || this.#isAsking) return
    this.#waiting = null
    this.#isAsking = true
    try {
      this.#take(query, await this.#send(query))
    } catch (error) {
      this.problem = refusal(error)
    }
    this.#isAsking = false
    this.isPending = this.#waiting !== null
    if (this.#waiting) await this.#sendWaiting()
  }

  #take(query: EditPosition, answer: EditedPosition): void {
    this.answer = answer
    this.problem = answer.problem
    if (this.#waiting) return
    if (query.draft || !query.fen) this.text = answer.fen
    if (query.draft || !answer.draft) return
    if (query.fen && this.start) this.#remember()
    this.draft = answer.draft
  }
}
