// Whether the page is older than the one that would be loaded now, as after a deployment.
import { connection } from './session.svelte'

/** The build of this page; empty while it is being developed. */
const BUILD = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''

class Version {
  isOutdated: boolean = $state(false)

  constructor() {
    connection.listen((message) => {
      if (message.type === 'welcome') this.isOutdated = BUILD !== '' && message.page !== '' && message.page !== BUILD
    })
  }
}

export const version = new Version()
