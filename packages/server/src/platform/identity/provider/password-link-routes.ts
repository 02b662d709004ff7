import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAudit } from '../../audit/audit.store.ts'
import type { Database } from '../../db/database.ts'
import { queueMail } from '../../mail/mail.store.ts'
import type { Language } from '../login-page/language.ts'
import { messages } from '../login-page/messages.ts'
import { noticePage } from '../login-page/notice-pages.ts'
import { choosePage, choosePath, forgotPage, forgotPath } from '../login-page/password-link-pages.ts'
import { insertPasswordLink, linkHours, ownerOfLink } from '../password-links.store.ts'
import { forgottenMail, passwordLinkAddress } from '../password-mails.ts'
import type { SignIn } from '../sign-in.ts'
import type { TenantDirectory } from '../tenant-directory.ts'
import { findUser, findUserByEmail } from '../users.store.ts'
import { fieldsOf, isFromHere, pageLanguage, sendPage } from './page-answer.ts'

interface PasswordLinkParts {
  readonly db: Database
  readonly signIn: SignIn
  readonly tenants: TenantDirectory
  readonly origin: string
  readonly defaultTenant: string
}

/** The pages behind "forgotten your password?" and behind the links in mails. */
export function registerPasswordLinks(app: FastifyInstance, parts: PasswordLinkParts): void {
  const { db, signIn, tenants, origin } = parts

  const forgot = async (typed: { tenant?: string; email?: string }) => {
    const only = await tenants.only()
    return {
      askTenant: !only,
      tenant: typed.tenant ?? only?.name ?? parts.defaultTenant,
      email: typed.email ?? '',
    }
  }

  app.get(forgotPath, async (request, reply) => {
    const language = pageLanguage(request)
    return sendPage(reply, language, forgotPage({ language, ...(await forgot({})) }))
  })

  app.post(forgotPath, async (request, reply) => {
    const language = pageLanguage(request)
    const texts = messages[language]
    const form = fieldsOf(request)
    const typed = { tenant: form.get('tenant')?.trim() ?? '', email: form.get('email')?.trim() ?? '' }
    const errors = {
      ...(typed.tenant === '' ? { tenant: texts.required.tenant } : {}),
      ...(typed.email === '' ? { email: texts.required.email } : {}),
    }
    if (Object.keys(errors).length > 0 || !isFromHere(request, origin)) {
      return sendPage(reply.code(400), language, forgotPage({ language, ...(await forgot(typed)), errors }))
    }
    const seconds = await signIn.countRequest({ ...typed, address: request.ip })
    if (seconds > 0) {
      const alert = texts.tooMany(seconds)
      const page = forgotPage({ language, ...(await forgot(typed)), alert })
      return sendPage(reply.code(429).header('retry-after', seconds), language, page)
    }
    // Answered before any lookup: neither text nor timing reveals whether the account exists.
    sendLink(typed, request).catch((error: unknown) =>
      request.log.error({ err: error }, 'A password link could not be made'),
    )
    const { linkSentTitle: title, linkSent: text, backToStart: link } = texts
    return sendPage(reply, language, noticePage(language, { title, text, link }))
  })

  async function sendLink(typed: { tenant: string; email: string }, { ip, id }: FastifyRequest): Promise<void> {
    const tenant = await tenants.byName(typed.tenant)
    if (!tenant) return
    await db.inTenant(tenant.id, async (tx) => {
      const user = await findUserByEmail(tx, typed.email)
      if (!user?.isActive) return
      const secret = await insertPasswordLink(tx, user.id, linkHours.forgotten)
      await queueMail(tx, forgottenMail(user, passwordLinkAddress(origin, tenant.name, secret), ip))
      // The requester has not proved ownership yet.
      await recordAudit(
        tx,
        { userId: null, name: ip, correlationId: id },
        {
          action: 'user.forgotPassword',
          entityType: 'user',
          entityId: user.id,
          entityName: user.fullName,
          before: null,
          after: { address: ip },
        },
      )
    })
  }

  /** Tenant and user of a link; undefined if it no longer works. */
  async function ownerOf(tenantName: string, secret: string) {
    const tenant = await tenants.byName(tenantName)
    if (!tenant) return undefined
    return db.inTenant(tenant.id, async (tx) => {
      const userId = await ownerOfLink(tx, secret)
      const user = userId === undefined ? undefined : await findUser(tx, userId)
      return user?.isActive ? { tenantId: tenant.id, user } : undefined
    })
  }

  app.get(choosePath, async (request, reply) => {
    const language = pageLanguage(request)
    const query = request.query as Record<string, unknown>
    const [tenant, secret] = [textOf(query['tenant']), textOf(query['token'])]
    const owner = await ownerOf(tenant, secret)
    if (!owner) return sendPage(reply.code(400), language, invalidPage(language))
    return sendPage(reply, language, choosePage({ language, tenant, secret, email: owner.user.email }))
  })

  app.post(choosePath, async (request, reply) => {
    const language = pageLanguage(request)
    const texts = messages[language]
    const form = fieldsOf(request)
    const [tenant, secret, password] = [form.get('tenant') ?? '', form.get('token') ?? '', form.get('password') ?? '']
    const owner = isFromHere(request, origin) ? await ownerOf(tenant, secret) : undefined
    if (!owner) return sendPage(reply.code(400), language, invalidPage(language))
    const { tenantId, user } = owner
    const again = (errors: { password?: string; repeated?: string }) =>
      sendPage(reply.code(400), language, choosePage({ language, tenant, secret, email: user.email, errors }))
    if (password !== form.get('repeated')) return again({ repeated: texts.different })
    const problem = await signIn.changePassword({
      tenantId,
      userId: user.id,
      password,
      by: 'link',
      address: request.ip,
      requestId: request.id,
    })
    if (problem) return again({ password: texts.refused[problem] })
    request.log.info({ tenantId, userId: user.id }, 'Chose a password with a link')
    const { passwordSetTitle: title, passwordSet: text, signIn: link } = texts
    return sendPage(reply, language, noticePage(language, { title, text, link }))
  })
}

function invalidPage(language: Language): string {
  const { linkInvalidTitle: title, linkInvalid: text, forgotLink: link } = messages[language]
  return noticePage(language, { title, text, link, to: forgotPath })
}

/** A repeated parameter is a list, which none of our pages sends. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
