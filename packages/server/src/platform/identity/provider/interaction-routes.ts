import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Language } from '../login-page/language.ts'
import { assetPath } from '../login-page/layout.ts'
import { loginAssets } from '../login-page/login-assets.ts'
import { type Messages, messages } from '../login-page/messages.ts'
import { newPasswordPage } from '../login-page/new-password-page.ts'
import { errorPage } from '../login-page/notice-pages.ts'
import { codePage, recoveryCodesPage, setUpPage } from '../login-page/second-factor-pages.ts'
import { signInPage } from '../login-page/sign-in-page.ts'
import type { FactorResult, SignIn, SignInResult } from '../sign-in.ts'
import { formatSubject, parseSubject } from '../subject.ts'
import type { TenantDirectory } from '../tenant-directory.ts'
import type { FormTokens } from './form-tokens.ts'
import { fieldsOf, isFromHere, pageLanguage, sendPage } from './page-answer.ts'
import { providerPath } from './provider.ts'

interface InteractionParts {
  readonly provider: () => Provider
  readonly signIn: SignIn
  readonly tenants: TenantDirectory
  readonly forms: FormTokens
  readonly origin: string
  readonly defaultTenant: string
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Context of a request that belongs to a sign-in in progress. */
interface Attempt {
  readonly uid: string
  readonly language: Language
  readonly action: string
  readonly details: Interaction
}

/** The sign-in pages. They work without scripts: every step is a form answered with a page. */
export function registerInteractions(app: FastifyInstance, parts: InteractionParts): void {
  for (const { name, type, content } of loginAssets()) {
    app.get(`${assetPath}/${name}`, (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'public, max-age=3600').send(content),
    )
  }

  app.get(`${providerPath}/interaction/:uid`, async (request, reply) => {
    const attempt = await attemptOf(parts, request, reply)
    if (!attempt) return expired(request, reply)
    return showSignIn(parts, reply, attempt, {})
  })

  app.post(`${providerPath}/interaction/:uid`, async (request, reply) => {
    const attempt = await attemptOf(parts, request, reply)
    if (!attempt) return expired(request, reply)
    const form = fieldsOf(request)
    const typed = { tenant: form.get('tenant')?.trim() ?? '', email: form.get('email')?.trim() ?? '' }
    const password = form.get('password') ?? ''
    const texts = messages[attempt.language]
    if (!isOurForm(parts, request, attempt, form)) {
      return showSignIn(parts, reply.code(400), attempt, { ...typed, alert: texts.expired })
    }
    const errors = missing({ ...typed, password }, texts.required)
    if (errors) return showSignIn(parts, reply.code(400), attempt, { ...typed, errors })

    const log = request.log as Logger
    const result = await parts.signIn.withPassword({ ...typed, password, ...originOf(request) }, log)
    if (result.kind === 'signedIn') return finish(parts, request, reply, { subject: result })
    if (result.kind === 'factorNeeded') return showFactor(parts, reply, attempt, result)
    if (result.kind === 'newPasswordNeeded') {
      const ticket = parts.forms.ticket(attempt.uid, { subject: formatSubject(result), proof: result.proof })
      return showNewPassword(parts, reply, attempt, { ticket, email: result.email })
    }
    if (result.kind === 'tooMany') {
      const alert = texts.tooMany(result.seconds)
      return showSignIn(parts, reply.code(429).header('retry-after', result.seconds), attempt, { ...typed, alert })
    }
    const status = result.kind === 'wrong' ? 401 : 403
    return showSignIn(parts, reply.code(status), attempt, { ...typed, alert: texts[result.kind] })
  })

  app.post(`${providerPath}/interaction/:uid/password`, async (request, reply) => {
    const attempt = await attemptOf(parts, request, reply)
    if (!attempt) return expired(request, reply)
    const form = fieldsOf(request)
    const ticket = form.get('ticket') ?? ''
    const texts = messages[attempt.language]
    const holder = parts.forms.holderOf(attempt.uid, ticket)
    const subject = parseSubject(holder?.subject ?? '')
    if (!holder || !subject || !isOurForm(parts, request, attempt, form)) {
      return showSignIn(parts, reply.code(400), attempt, { alert: texts.expired })
    }
    const password = form.get('password') ?? ''
    const email = form.get('username') ?? ''
    const again = (errors: { password?: string; repeated?: string }) =>
      showNewPassword(parts, reply.code(400), attempt, { ticket, email, errors })
    if (password !== form.get('repeated')) return again({ repeated: texts.different })
    const origin = originOf(request)
    const result = await parts.signIn.replaceOneTime({ ...subject, password, proof: holder.proof, ...origin })
    if (result === 'stale') return showSignIn(parts, reply.code(400), attempt, { alert: texts.expired })
    if (typeof result === 'string') return again({ password: texts.refused[result] })
    request.log.info(subject, 'Chose a new password for the one-time one')
    if (result.kind === 'factorNeeded') return showFactor(parts, reply, attempt, result)
    return finish(parts, request, reply, { subject })
  })

  registerFactors(app, parts)
}

/** The steps after the password, for users who have or need a second factor. */
function registerFactors(app: FastifyInstance, parts: InteractionParts): void {
  /** The attempt and its ticket's user; undefined if either has expired. */
  const held = async (request: FastifyRequest, reply: FastifyReply) => {
    const attempt = await attemptOf(parts, request, reply)
    if (!attempt) return undefined
    const form = fieldsOf(request)
    const ticket = form.get('ticket') ?? ''
    const holder = parts.forms.holderOf(attempt.uid, ticket)
    const subject = parseSubject(holder?.subject ?? '')
    if (!holder || !subject || !isOurForm(parts, request, attempt, form)) return undefined
    return { attempt, ticket, subject, proof: holder.proof, code: form.get('code')?.trim().slice(0, 40) ?? '' }
  }

  app.post(`${providerPath}/interaction/:uid/code`, async (request, reply) => {
    const step = await held(request, reply)
    if (!step) return expired(request, reply)
    const { attempt, ticket, subject, proof, code } = step
    const result = await parts.signIn.withCode({ ...subject, proof, code, ...originOf(request) })
    if (result.kind === 'signedIn') return finish(parts, request, reply, { subject, factor: true })
    const texts = messages[attempt.language]
    if (result.kind === 'stale') return showSignIn(parts, reply.code(400), attempt, { alert: texts.expired })
    const problem = refusalOf(result, texts)
    request.log.warn(subject, 'Sign-in refused: wrong code')
    return sendPage(
      reply.code(problem.status),
      attempt.language,
      codePage({ ...pageOf(parts, attempt), ticket, alert: problem.alert }),
    )
  })

  app.post(`${providerPath}/interaction/:uid/set-up`, async (request, reply) => {
    const step = await held(request, reply)
    if (!step) return expired(request, reply)
    const { attempt, ticket, subject, proof, code } = step
    const { language, uid } = attempt
    const texts = messages[language]
    const result = await parts.signIn.setUpFactor({ ...subject, proof, code, ...originOf(request) })
    if (result.kind === 'setUp') {
      const next = parts.forms.ticket(uid, { subject: formatSubject(subject), proof: isSetUp })
      const page = recoveryCodesPage({ ...pageOf(parts, attempt), ticket: next, codes: result.recoveryCodes })
      return sendPage(reply, language, page)
    }
    const setup = await parts.signIn.factorSetup({ ...subject, proof })
    if (result.kind === 'stale' || result.kind === 'signedIn' || setup === undefined) {
      return showSignIn(parts, reply.code(400), attempt, { alert: texts.expired })
    }
    const problem = refusalOf(result, texts)
    const page = setUpPage({ ...pageOf(parts, attempt), ticket, setup, alert: problem.alert })
    return sendPage(reply.code(problem.status), language, page)
  })

  app.post(`${providerPath}/interaction/:uid/go-on`, async (request, reply) => {
    const step = await held(request, reply)
    if (step?.proof !== isSetUp) return expired(request, reply)
    return finish(parts, request, reply, { subject: step.subject, factor: true })
  })
}

/** The proof of a ticket for a user who has just set up their second factor. No other step has it. */
const isSetUp = 'set-up'

function refusalOf(result: Exclude<FactorResult, { kind: 'signedIn' | 'stale' }>, texts: Messages) {
  if (result.kind === 'tooMany') return { status: 429, alert: texts.tooMany(result.seconds) }
  return { status: 401, alert: texts.codeWrong }
}

function pageOf({ forms }: InteractionParts, { uid, language, action }: Attempt) {
  return { language, action, formToken: forms.formToken(uid) }
}

/** The page of the step after the password. */
async function showFactor(
  parts: InteractionParts,
  reply: FastifyReply,
  attempt: Attempt,
  next: Extract<SignInResult, { kind: 'factorNeeded' }>,
) {
  const { language, uid } = attempt
  const ticket = parts.forms.ticket(uid, { subject: formatSubject(next), proof: next.proof })
  const page = { ...pageOf(parts, attempt), ticket }
  if (next.step === 'code') return sendPage(reply, language, codePage(page))
  const setup = await parts.signIn.factorSetup(next)
  if (setup === undefined) return showSignIn(parts, reply.code(400), attempt, { alert: messages[language].expired })
  return sendPage(reply, language, setUpPage({ ...page, setup }))
}

function originOf(request: FastifyRequest) {
  return { address: request.ip, requestId: request.id }
}

/** The sign-in that cookie and URL agree on; undefined if it has expired or belongs to another browser. */
async function attemptOf(
  { provider }: InteractionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Attempt | undefined> {
  const { uid } = request.params as { uid: string }
  const details = await provider()
    .interactionDetails(request.raw, reply.raw)
    .catch(() => undefined)
  if (details?.uid !== uid || details.prompt.name !== 'login') return undefined
  const language = pageLanguage(request, details.params['ui_locales'])
  return { uid, details, language, action: `${providerPath}/interaction/${uid}` }
}

async function showSignIn(
  parts: InteractionParts,
  reply: FastifyReply,
  { uid, language, action, details }: Attempt,
  typed: {
    tenant?: string
    email?: string
    alert?: string
    errors?: { tenant?: string; email?: string; password?: string }
  },
) {
  const only = await parts.tenants.only()
  const asked = text(details.params['tenant'])
  const hint = text(details.params['login_hint'])
  const page = signInPage({
    language,
    action,
    formToken: parts.forms.formToken(uid),
    askTenant: !only,
    tenant: typed.tenant ?? asked ?? only?.name ?? parts.defaultTenant,
    email: typed.email ?? hint ?? '',
    alert: typed.alert,
    ...(typed.errors ? { errors: typed.errors } : {}),
  })
  return sendPage(reply, language, page)
}

function showNewPassword(
  parts: InteractionParts,
  reply: FastifyReply,
  { uid, language, action }: Attempt,
  page: { ticket: string; email: string; errors?: { password?: string; repeated?: string } },
) {
  return sendPage(
    reply,
    language,
    newPasswordPage({ language, action, formToken: parts.forms.formToken(uid), ...page }),
  )
}

/** Passes the result to the provider, which continues to the requesting application. */
async function finish(
  { provider }: InteractionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, factor = false }: { subject: { tenantId: string; userId: string }; factor?: boolean },
) {
  const amr = factor ? ['pwd', 'otp', 'mfa'] : ['pwd']
  const returnTo = await provider().interactionResult(request.raw, reply.raw, {
    login: { accountId: formatSubject(subject), amr, remember: true },
  })
  return reply.redirect(returnTo, 303)
}

function expired(request: FastifyRequest, reply: FastifyReply) {
  const language = pageLanguage(request)
  return sendPage(reply.code(400), language, errorPage(language, undefined))
}

/** Refuses a form of another site, or of another browser's attempt. */
function isOurForm(
  { forms, origin }: InteractionParts,
  request: FastifyRequest,
  { uid }: Attempt,
  form: URLSearchParams,
): boolean {
  return isFromHere(request, origin) && forms.isFormToken(uid, form.get('token') ?? '')
}

function missing(
  typed: { tenant: string; email: string; password: string },
  texts: { tenant: string; email: string; password: string },
) {
  const errors = {
    ...(typed.tenant === '' ? { tenant: texts.tenant } : {}),
    ...(typed.email === '' ? { email: texts.email } : {}),
    ...(typed.password === '' ? { password: texts.password } : {}),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
