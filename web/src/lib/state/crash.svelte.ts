// What went wrong unexpectedly, as a report that a person may read, save, and choose to send; nothing goes by itself.
import { callApi } from './api'
import { catalogue } from './catalogue.svelte'
import type { CrashReport, Stored } from '../wire/messages.gen'

class Crash {
  report: CrashReport | null = $state.raw(null)
}

export const crash = new Crash()

/** Listens for what nobody caught; returns how to stop that. */
export function watchForCrashes(): () => void {
  const failed = (event: ErrorEvent) => note(event.error ?? event.message)
  const rejected = (event: PromiseRejectionEvent) => note(event.reason)
  addEventListener('error', failed)
  addEventListener('unhandledrejection', rejected)
  return () => {
    removeEventListener('error', failed)
    removeEventListener('unhandledrejection', rejected)
  }
}

/** Writes a report; the first one stays until it is dealt with. */
export function note(error: unknown): void {
  // Browsers report this when a layout settles late; nothing is broken by it.
  if (String(error).includes('ResizeObserver loop')) return
  crash.report ??= reportOf(error)
}

export function reportOf(error: unknown): CrashReport {
  const isError = error instanceof Error
  return {
    message: (isError ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000),
    details: (isError ? (error.stack ?? '') : '').slice(0, 10_000),
    page: location.hash,
    version: catalogue.server?.version ?? '',
  }
}

/** The report as a text that can be read and kept. */
export function reportText(report: CrashReport): string {
  const { message, page, version, details } = report
  return [message, page, version, navigator.userAgent, '', details].join('\n')
}

export function sendReport(report: CrashReport, comment: string): Promise<Stored> {
  return callApi<Stored>('/api/reports', { ...report, comment })
}
