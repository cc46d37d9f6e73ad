// Finding an opponent: this person's seeks and challenges, wherever they are on the page.
import { refusal, type WithoutId } from '../backend/backend'
import { gameTitle } from '../i18n/codes'
import { t } from '../i18n/index.svelte'
import type {
  Challenge,
  Color,
  Paired,
  PairingCommand,
  PostSeek,
  Problem,
  Seek,
  ServerMessage,
  Terms,
} from '../wire/messages.gen'
import { connection, session } from './session.svelte'
import { controlText } from './timing'

/** What became of something that this person had asked for. */
export interface PairingNews {
  what: 'declined' | 'expired' | 'cancelled' | 'failed'
  /** The other person; empty if a seek failed. */
  name: string
}

export class Pairing {
  /** This person's open seeks. */
  seeks: Seek[] = $state.raw([])
  /** The open challenges from and to this person. */
  challenges: Challenge[] = $state.raw([])
  /** A game that is ready; the page goes there. */
  paired: Paired | null = $state.raw(null)
  news: PairingNews | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  /** Whom the dialog challenges; empty while it is closed. */
  target: string = $state('')

  constructor(private readonly guest: () => string) {}

  /** The challenges that this person is to answer. */
  get incoming(): Challenge[] {
    return this.challenges.filter((challenge) => challenge.to.guest === this.guest())
  }

  /** The challenges that others are to answer. */
  get outgoing(): Challenge[] {
    return this.challenges.filter((challenge) => challenge.by.guest === this.guest())
  }

  receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      // What is still open follows.
      this.seeks = []
      this.challenges = []
    } else if (message.type === 'seek_posted') {
      this.news = null
      this.seeks = [...this.seeks.filter(({ seek }) => seek !== message.seek.seek), message.seek]
    } else if (message.type === 'seek_ended') {
      this.seeks = this.seeks.filter(({ seek }) => seek !== message.seek)
      if (message.reason === 'failed') this.news = { what: 'failed', name: '' }
    } else if (message.type === 'challenge_changed') this.#change(message.challenge)
    else if (message.type === 'paired') {
      this.news = null
      this.paired = message
    }
  }

  #change(changed: Challenge): void {
    const others = this.challenges.filter(({ challenge }) => challenge !== changed.challenge)
    const wasOpen = others.length < this.challenges.length
    this.challenges = changed.status === 'open' ? [...others, changed] : others
    if (changed.status === 'open' || changed.status === 'accepted') return
    const isOwn = changed.by.guest === this.guest()
    // Who declined or withdrew something knows it.
    const isNews = isOwn ? changed.status !== 'cancelled' || wasOpen : changed.status === 'cancelled'
    if (isNews) this.news = { what: changed.status, name: isOwn ? changed.to.name : changed.by.name }
  }

  seek(seek: Omit<PostSeek, 'type' | 'id'>): Promise<boolean> {
    return this.#ask({ type: 'post_seek', ...seek })
  }

  take(seek: string): Promise<boolean> {
    return this.#ask({ type: 'take_seek', seek })
  }

  cancelSeek(seek: string): Promise<boolean> {
    return this.#ask({ type: 'cancel_seek', seek })
  }

  challenge(to: string, terms: Terms): Promise<boolean> {
    return this.#ask({ type: 'send_challenge', to, terms })
  }

  answer(challenge: string, accept: boolean): Promise<boolean> {
    return this.#ask({ type: 'answer_challenge', challenge, accept })
  }

  cancelChallenge(challenge: string): Promise<boolean> {
    // Whoever withdraws it needs no news of it.
    this.challenges = this.challenges.filter((one) => one.challenge !== challenge)
    return this.#ask({ type: 'cancel_challenge', challenge })
  }

  async #ask(command: WithoutId<PairingCommand>): Promise<boolean> {
    this.problem = this.news = null
    try {
      await connection.request(command)
      return true
    } catch (error) {
      this.problem = refusal(error)
      return false
    }
  }
}

/** The game that somebody wants to play, in a few words. */
export function termsText(terms: Terms, title?: string): string {
  const clock = terms.clock ? controlText(terms.clock) : t('setup.noClock')
  return [gameTitle(terms.game, title), clock, ...(terms.rated ? [t('pairing.rated')] : [])].join(' · ')
}

/** The side that this person gets in a game that somebody else proposes; null if it is decided by lot. */
export function sideAgainst(terms: Terms): Color | null {
  if (!terms.side || terms.side === 'any') return null
  return terms.side === 'white' ? 'black' : 'white'
}

export const pairing = new Pairing(() => session.guest)
connection.listen((message) => pairing.receive(message))
