// The account that this browser is logged in to, and everything its owner can do with it.
import type {
  AccountView,
  ChangePassword,
  CreatedToken,
  CreateToken,
  DeleteAccount,
  LogIn,
  LogOut,
  PersonalData,
  Problem,
  RevokeLogin,
  SignUp,
} from '../wire/messages.gen'
import { refusal } from '../wire/socket'
import { callApi } from './api'
import { session } from './session.svelte'
import { remove } from './storage'

/** Begins again as somebody else: sockets and pages know people from their first moment on. */
function startAfresh(): void {
  location.hash = '#/'
  location.reload()
}

export class Account {
  view: AccountView | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)
  isBusy: boolean = $state(false)
  /** A new token, until the page is left. */
  token: string = $state('')

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
    this.view = await callApi<AccountView>('/api/account')
  }

  load(): Promise<boolean> {
    return this.#do(this.#refresh)
  }

  signUp(name: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account', { name, password, token: session.token } satisfies SignUp)
      // The guest has become the account; its secret opens nothing any more.
      remove('token')
      startAfresh()
    })
  }

  logIn(name: string, password: string): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/login', { name, password } satisfies LogIn)
      startAfresh()
    })
  }

  logOut(): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/logout', {} satisfies LogOut)
      startAfresh()
    })
  }

  logOutOthers(): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/logout', { others: true } satisfies LogOut)
      await this.#refresh()
    })
  }

  changePassword(body: ChangePassword): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/password', body)
      await this.#refresh()
    })
  }

  delete(password: string): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/delete', { password } satisfies DeleteAccount)
      startAfresh()
    })
  }

  createToken(body: CreateToken): Promise<boolean> {
    return this.#do(async () => {
      this.token = (await callApi<CreatedToken>('/api/account/tokens', body)).token
      await this.#refresh()
    })
  }

  revoke(key: string): Promise<boolean> {
    return this.#do(async () => {
      await callApi('/api/account/revoke', { key } satisfies RevokeLogin)
      await this.#refresh()
    })
  }

  /** Everything that the server keeps about the person. */
  async export(): Promise<PersonalData | null> {
    let data: PersonalData | null = null
    await this.#do(async () => {
      data = await callApi<PersonalData>('/api/account/export')
    })
    return data
  }
}
