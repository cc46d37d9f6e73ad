// Unexpected errors as reports that the user can read, save or send. Nothing is sent automatically.
import { backend } from '../backend'
import type { CrashReport, Stored } from '../wire/messages.gen'
import { catalogue } from './catalogue.svelte'
import { session } from './session.svelte'

class Crash {
  report: CrashReport | null = $state.raw(null)
  #isFromLoss = false

  /** Keeps the report of an error, unless there is one that the user has not closed yet. */
  record(error: unknown): void {
    if (this.report) return
    this.report = reportOf(error)
    this.#isFromLoss = !session.isOpen
  }

  /** Forgets an error that happened while there was no connection, now that there is one again. */
  recover(): void {
    if (this.#isFromLoss) this.report = null
  }
}

export const crash = new Crash()

/** Listens for uncaught errors. Returns a function that stops it. */
export function watchForCrashes(): () => void {
  const failed = (event: ErrorEvent) => recordCrash(event.error ?? event.message)
  const rejected = (event: PromiseRejectionEvent) => recordCrash(event.reason)
  addEventListener('error', failed)
  addEventListener('unhandledrejection', rejected)
  return () => {
    removeEventListener('error', failed)
    removeEventListener('unhandledrejection', rejected)
  }
}

/** Creates a report of what matters to the user. */
export function recordCrash(error: unknown): void {
  // Browsers report this when a layout settles late; it is harmless.
  if (String(error).includes('ResizeObserver loop')) return
  crash.record(error)
}

function reportOf(error: unknown): CrashReport {
  const isError = error instanceof Error
  return {
    message: (isError ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000),
    details: (isError ? (error.stack ?? '') : '').slice(0, 10_000),
    page: location.hash,
    version: catalogue.server?.version ?? '',
  }
}

/** The report as text. */
export function reportText(report: CrashReport): string {
  const { message, page, version, details } = report
  return [message, page, version, navigator.userAgent, '', details].join('\n')
}

export function sendReport(report: CrashReport, comment: string): Promise<Stored> {
  return backend.report({ ...report, comment })
}
