import { createHash, randomBytes, randomInt } from 'node:crypto'

interface SentRequest {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/** A visitor with a cookie jar and an own address who follows links and submits forms, without scripts. */
export class Browser {
  readonly origin: string
  readonly cookies: Cookie[] = []
  private readonly language: string
  private readonly address: string

  constructor(origin: string, language = 'en', address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`) {
    this.origin = origin
    this.language = language
    this.address = address
  }

  async get(address: string): Promise<Page> {
    return this.send(address, { method: 'GET' })
  }

  /** Submits the form of a page, including hidden fields. */
  async submit(page: Page, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams({ ...page.hiddenFields(), ...fields })
    return this.send(page.formAction(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.origin, ...headers },
      body: body.toString(),
    })
  }

  private async send(address: string, request: SentRequest): Promise<Page> {
    let url = new URL(address, this.origin)
    let init = request
    for (let hops = 0; hops < 10; hops++) {
      const answer = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: {
          ...init.headers,
          cookie: this.cookieHeader(url),
          'accept-language': this.language,
          'x-forwarded-for': this.address,
        },
      })
      this.keepCookies(answer, url)
      const location = answer.headers.get('location')
      if (location === null) return new Page(url, answer, await answer.text())
      url = new URL(location, url)
      // Back at the application: these tests serve nothing there, the address is the result.
      if (url.pathname.startsWith('/login')) return new Page(url, answer, '')
      init = { method: 'GET' }
    }
    throw new Error('Too many redirects')
  }

  private cookieHeader({ pathname }: URL): string {
    return this.cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  private keepCookies(answer: Response, url: URL): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', ...rest] = pair.split('=')
      const attribute = (key: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.split('=')[1]
      const path = attribute('path') ?? url.pathname
      const index = this.cookies.findIndex((cookie) => cookie.name === name && cookie.path === path)
      if (index >= 0) this.cookies.splice(index, 1)
      if (rest.join('=') !== '') this.cookies.push({ name, value: rest.join('='), path })
    }
  }
}

export class Page {
  readonly url: URL
  readonly answer: Response
  readonly text: string

  constructor(url: URL, answer: Response, text: string) {
    this.url = url
    this.answer = answer
    this.text = text
  }

  get status(): number {
    return this.answer.status
  }

  formAction(): string {
    const action = /<form[^>]*action="([^"]+)"/.exec(this.text)?.[1]
    if (action === undefined) throw new Error(`There is no form on ${this.url.href}:\n${this.text}`)
    return unescaped(action)
  }

  hiddenFields(): Record<string, string> {
    const fields = this.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)
    return Object.fromEntries(
      [...fields].map(([tag]) => [
        /name="([^"]*)"/.exec(tag)?.[1] ?? '',
        unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''),
      ]),
    )
  }

  alert(): string | undefined {
    const text = /role="alert"[^>]*>([^<]*)</.exec(this.text)?.[1]
    return text === undefined ? undefined : unescaped(text)
  }
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

export interface TokenSet {
  readonly id_token: string
  readonly refresh_token: string
  readonly access_token: string
}

/** The web application's part: authorisation code with PKCE. */
export class WebClient {
  readonly browser: Browser
  private readonly verifier = randomBytes(32).toString('base64url')

  constructor(browser: Browser) {
    this.browser = browser
  }

  get redirectUri(): string {
    return `${this.browser.origin}/login`
  }

  /** Goes to the provider; ends on its sign-in page, or back at the application if the browser has a session. */
  async start(parameters: Record<string, string> = {}): Promise<Page> {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const query = new URLSearchParams({
      client_id: 'sheetwright-web',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: this.redirectUri,
      state: 'a-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    })
    return this.browser.get(`/idp/auth?${query.toString()}`)
  }

  async exchange(page: Page): Promise<TokenSet> {
    const code = page.url.searchParams.get('code')
    if (code === null) throw new Error(`No code came back: ${page.url.href}\n${page.text}`)
    const answer = await this.redeem(code)
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as TokenSet
  }

  redeem(code: string, verifier = this.verifier): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: verifier,
    })
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  private token(parameters: Record<string, string>): Promise<Response> {
    return fetch(`${this.browser.origin}/idp/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: 'sheetwright-web', ...parameters }),
    })
  }
}
