// The account that this browser is logged in to, and everything its owner can do with it.
import { backend } from '../backend'
import { refusal } from '../backend/backend'
import { language } from '../i18n/index.svelte'
import type { AccountView, ChangePassword, CreateToken, LoginWays, PersonalData, Problem } from '../wire/messages.gen'
import { remove } from './storage'

/** Begins again as somebody else: sockets and pages know people from their first moment on. */
function startAfresh(): void {
  location.hash = '#/'
  location.reload()
}

/** Whether this browser can make and use passkeys, which it does on secure pages only. */
const CAN_USE_PASSKEYS = isSecureContext && 'parseCreationOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {})

export class Account {
  view: AccountView | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  isBusy: boolean = $state(false)
  /** A new token, until the page is left. */
  token: string = $state('')
  /** What can be done here besides entering a password. */
  ways: LoginWays = $state.raw({ passkeys: false, mail: false })

  /** Does something and keeps the problem if it is refused; returns whether it was done. */
  async #do(work: () => Promise<unknown>): Promise<boolean> {
    this.isBusy = true
    this.problem = null
    try {
      await work()
      return true
    } catch (error) {
      this.problem = refusal(error)
      return false
    } finally {
      this.isBusy = false
    }
  }

  #refresh = async (): Promise<void> => {
    this.view = await backend.account.view()
  }

  load(): Promise<boolean> {
    return this.#do(this.#refresh)
  }

  async loadWays(): Promise<void> {
    const { passkeys, mail } = await backend.account.ways()
    this.ways = { passkeys: passkeys && CAN_USE_PASSKEYS, mail }
  }

  signUp(name: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.signUp({ name, password })
      // The guest has become the account; its secret opens nothing any more.
      remove('token')
      startAfresh()
    })
  }

  logIn(name: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.logIn({ name, password })
      startAfresh()
    })
  }

  logOut(): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.logOut()
      startAfresh()
    })
  }

  logOutOthers(): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.logOutOthers()
      await this.#refresh()
    })
  }

  changePassword(body: ChangePassword): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.changePassword(body)
      await this.#refresh()
    })
  }

  delete(password: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.delete(password)
      startAfresh()
    })
  }

  createToken(body: CreateToken): Promise<boolean> {
    return this.#do(async () => {
      this.token = (await backend.account.createToken(body)).token
      await this.#refresh()
    })
  }

  revoke(key: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.revoke(key)
      await this.#refresh()
    })
  }

  /** Sends a mail to a new address, which counts when its owner has confirmed it; none removes it. */
  setEmail(email: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.setEmail({ email, password, language: language() })
      await this.#refresh()
    })
  }

  confirmEmail(code: string): Promise<boolean> {
    return this.#do(() => backend.account.confirmEmail(code))
  }

  forgot(name: string): Promise<boolean> {
    return this.#do(() => backend.account.forgot(name, language()))
  }

  reset(code: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.reset({ code, password })
      startAfresh()
    })
  }

  addPasskey(): Promise<boolean> {
    return this.#do(async () => {
      const { options } = await backend.account.newPasskey()
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
      const credential = await asked(navigator.credentials.create({ publicKey }))
      if (!credential) return
      await backend.account.addPasskey({ credential })
      await this.#refresh()
    })
  }

  removePasskey(id: string): Promise<boolean> {
    return this.#do(async () => {
      await backend.account.removePasskey(id)
      await this.#refresh()
    })
  }

  logInWithPasskey(): Promise<boolean> {
    return this.#do(async () => {
      const { options } = await backend.account.askPasskey()
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
      const credential = await asked(navigator.credentials.get({ publicKey }))
      if (!credential) return
      await backend.account.logInWithPasskey({ credential })
      startAfresh()
    })
  }

  /** Everything that the server keeps about the person. */
  async export(): Promise<PersonalData | null> {
    let data: PersonalData | null = null
    await this.#do(async () => {
      data = await backend.account.export()
    })
    return data
  }
}

/** What the browser made or signed, as JSON; null if its owner changed their mind. */
async function asked(request: Promise<Credential | null>): Promise<Record<string, unknown> | null> {
  try {
    const credential = (await request) as PublicKeyCredential | null
    return credential && { ...credential.toJSON() }
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
