import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { readMail } from '@sheetwright/contract/mail/read-mail.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { createAnonymousUser } from '@sheetwright/contract/visitors/create-anonymous-user.ts'
import { generateVisitorToken } from '@sheetwright/contract/visitors/generate-visitor-token.ts'
import { sendOneTimeCode } from '@sheetwright/contract/visitors/send-one-time-code.ts'
import { getLinkBrand } from '@sheetwright/contract/visitors/get-link-brand.ts'
import { listLinkResources } from '@sheetwright/contract/visitors/list-link-resources.ts'
import { revokeLinkResource } from '@sheetwright/contract/visitors/revoke-link-resource.ts'
import { countCalculatorResults } from '@sheetwright/contract/calculators/count-calculator-results.ts'
import { getTutorialFormState } from '@sheetwright/contract/calculators/get-tutorial-form-state.ts'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import { visitorFailure } from '@sheetwright/contract/visitors/visitor-failures.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { schedules } from '../../src/background.ts'
import { visitors } from '../../src/platform/db/schema/visitors.ts'
import { webClientId } from '../../src/platform/identity/issuers.ts'
import { visitorWithEmail } from '../../src/platform/identity/visitors.store.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()
const client = webClientId

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call was not refused')
  return error
}

/** A link to an engine, and a visitor who has entered their address. */
async function linked(expiresAt?: string) {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const product = await supervisor.client.call(createProduct, { body: { Name: 'Travel' } })
  await publishedEngine(server(), supervisor, premiumWorkbook(), { productId: product.id, serviceName: 'Premium' })
  const linkId = await supervisor.client.call(createLinkResource, {
    body: { product: product.id, serviceName: 'Premium', ...(expiresAt === undefined ? {} : { expiresAt }) },
  })
  const nobody = createClient({ baseUrl: server().origin, headers: () => ({}) })
  const way = { linkId, client, realm: supervisor.tenantName }
  const enter = async (email = 'visitor@example.test') =>
    (await nobody.call(createAnonymousUser, { body: { ...way, email } })).anonymousUserId
  const send = (anonymousUserId: string) => nobody.call(sendOneTimeCode, { body: { ...way, anonymousUserId } })
  const exchange = (anonymousUserId: string, code: string) =>
    nobody.call(generateVisitorToken, { body: { ...way, anonymousUserId, code } })
  const mailedCode = async () => {
    const { mails } = await supervisor.client.call(listOutbox)
    const { body } = await supervisor.client.call(readMail, { params: { id: mails[0]?.id ?? '' } })
    return /\b\d{6}\b/.exec(body)?.[0] ?? ''
  }
  return { supervisor, product, nobody, way, enter, send, exchange, mailedCode }
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a visitor', () => {
  it('gets a token for the code that was mailed, once, and it leads to the calculator of the link', async () => {
    const { product, way, enter, send, exchange, mailedCode, supervisor } = await linked()
    const visitor = await enter()
    expect(await enter('VISITOR@example.test')).toBe(visitor)
    await send(visitor)
    const code = await mailedCode()
    const { targetUrl, access_token } = await exchange(visitor, code)
    const target = new URL(targetUrl)
    expect(target.origin).toBe(server().origin)
    expect(target.pathname).toBe(`/shared/products/${product.id}/tutorial/Premium/anonymous/calculator`)
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ linkId: way.linkId, realm: supervisor.tenantName })
    expect((await failure(exchange(visitor, code))).code).toBe('INVALID_INPUT')
    expect(access_token.split('.')).toHaveLength(3)
  })

  it('reaches nothing of the product with that token, and nothing at all once the product is gone', async () => {
    const { supervisor, product, enter, send, exchange, mailedCode } = await linked()
    const visitor = await enter()
    await send(visitor)
    const { access_token } = await exchange(visitor, await mailedCode())
    const bearer = createClient({
      baseUrl: server().origin,
      headers: () => ({ authorization: `Bearer ${access_token}` }),
    })
    const read = () => failure(bearer.call(getProduct, { params: { product: product.id } }))
    expect(await read()).toMatchObject({ code: 'PERMISSION_DENIED', status: 403 })
    await supervisor.client.call(deleteProduct, { params: { product: product.id } })
    expect(await read()).toMatchObject({ code: 'UNAUTHORIZED_ACCESS', status: 401 })
  })

  it('has five tries for a code, and asking for a new one again and again has to wait', async () => {
    const { enter, send, exchange, mailedCode } = await linked()
    const visitor = await enter()
    await send(visitor)
    const code = await mailedCode()
    for (let n = 0; n < oneTimeCode.tries; n++) {
      expect((await failure(exchange(visitor, wrongOf(code)))).code).toBe('INVALID_INPUT')
    }
    expect((await failure(exchange(visitor, code))).code).toBe('INVALID_INPUT')
    const answers: string[] = []
    for (let n = 0; n < 8; n++) {
      answers.push(
        await send(visitor).then(
          () => 'sent',
          (error: unknown) => (error instanceof ApiError ? error.code : 'other'),
        ),
      )
    }
    expect(answers.filter((answer) => answer === 'sent').length).toBeLessThanOrEqual(4)
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  it('cannot try many codes at once', async () => {
    const { enter, send, exchange } = await linked()
    const visitor = await enter()
    await send(visitor)
    const guesses = Array.from({ length: 40 }, (_, n) => failure(exchange(visitor, String(n).padStart(6, '0'))))
    const codes = (await Promise.all(guesses)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'INVALID_INPUT').length).toBeLessThanOrEqual(10)
  })

  it('cannot try a few codes for each of many addresses, while many others may come from the same network', async () => {
    const { enter, send, exchange, mailedCode } = await linked()
    for (let n = 0; n < 35; n++) {
      const visitor = await enter(`guest${n}@example.test`)
      await send(visitor)
      expect(await exchange(visitor, await mailedCode())).toHaveProperty('access_token')
    }
    const answers: string[] = []
    for (let n = 0; n < 8; n++) {
      const visitor = await enter(`guess${n}@example.test`)
      await send(visitor)
      const wrong = wrongOf(await mailedCode())
      for (let i = 0; i < oneTimeCode.tries; i++) answers.push((await failure(exchange(visitor, wrong))).code)
    }
    expect(answers.filter((code) => code === 'INVALID_INPUT').length).toBeLessThanOrEqual(30)
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  it('cannot have codes mailed to everybody', async () => {
    const { enter, send } = await linked()
    const codes: string[] = []
    for (let n = 0; n < 110; n++) {
      const sent = send(await enter(`stranger${n}@example.test`))
      codes.push(
        await sent.then(
          () => 'sent',
          (error: unknown) => (error instanceof ApiError ? error.code : 'other'),
        ),
      )
    }
    expect(codes.filter((code) => code === 'sent').length).toBeLessThanOrEqual(100)
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  it('is not known to another link, another organisation or another client', async () => {
    const one = await linked()
    const other = await linked()
    const visitor = await one.enter()
    expect((await failure(other.send(visitor))).code).toBe('USER_NOT_FOUND')
    const refusals = [
      { ...one.way, realm: other.way.realm },
      { ...one.way, realm: 'no-such-organisation' },
      { ...one.way, linkId: '00000000-0000-4000-8000-000000000000' },
    ]
    for (const body of refusals) {
      const refused = await failure(
        one.nobody.call(createAnonymousUser, { body: { ...body, email: 'a@example.test' } }),
      )
      expect(refused).toMatchObject({ code: 'NOT_FOUND', message: 'The link does not exist or has ended' })
    }
    const wrongClient = { ...one.way, client: 'other', email: 'a@example.test' }
    expect((await failure(one.nobody.call(createAnonymousUser, { body: wrongClient }))).code).toBe('INVALID_INPUT')
  })

  it('is forgotten after thirty days if nobody ever entered a code for the address', async () => {
    const { supervisor, product, way, enter, send, exchange, mailedCode } = await linked()
    const { db } = server().services
    const confirmed = await enter('confirmed@example.test')
    await send(confirmed)
    await exchange(confirmed, await mailedCode())
    // They asked for another code since, and let it be.
    await send(confirmed)
    const silent = await enter('silent@example.test')
    const asked = await enter('asked@example.test')
    await send(asked)
    await db.inTenant(supervisor.tenantId, (tx) =>
      tx.q.update(visitors).set({
        createdAt: sql`${visitors.createdAt} - interval '31 days'`,
        codeExpiresAt: sql`${visitors.codeExpiresAt} - interval '31 days'`,
      }),
    )
    const recent = await enter('recent@example.test')
    const returning = await enter('returning@example.test')
    await db.inTenant(supervisor.tenantId, (tx) =>
      tx.q.update(visitors).set({ createdAt: sql`now() - interval '31 days'` }).where(eq(visitors.id, returning)),
    )
    await send(returning)
    const schedule = schedules.find(({ name }) => name === 'purge-visitors')
    await schedule?.run(server().services, new AbortController().signal)
    const { links } = await supervisor.client.call(listLinkResources, { params: { product: product.id } })
    expect(links).toMatchObject([{ id: way.linkId, visitors: 3 }])
    for (const gone of [silent, asked]) expect((await failure(send(gone))).code).toBe('USER_NOT_FOUND')
    for (const kept of [confirmed, recent, returning]) expect(await send(kept)).toEqual({ sent: true })
  })

  it('cannot enter through a link that has expired', async () => {
    const { enter } = await linked('2020-01-01T00:00:00.000Z')
    expect((await failure(enter())).code).toBe('NOT_FOUND')
  })
})

describe('the token of a visitor', () => {
  it('executes the engine of the link, by whatever address, and reaches nothing else', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const linkedEngine = await publishedEngine(server(), supervisor, premiumWorkbook(), { serviceName: 'Premium' })
    const { productId } = linkedEngine
    const other = await publishedEngine(server(), supervisor, premiumWorkbook(), { productId, serviceName: 'Claims' })
    const elsewhere = await publishedEngine(server(), supervisor, premiumWorkbook(), { serviceName: 'Premium' })
    const linkId = await supervisor.client.call(createLinkResource, {
      body: { product: productId, serviceName: 'premium' },
    })
    const visitorId = await server().services.db.inTenant(supervisor.tenantId, (tx) =>
      visitorWithEmail(tx, linkId, 'visitor@example.test'),
    )
    const { tenantId } = supervisor
    const token = await server().services.identity.visitorTokens.issue({ tenantId, visitorId, linkId })
    const bearer = createClient({ baseUrl: server().origin, headers: () => ({ authorization: `Bearer ${token}` }) })
    const execute = (product: string, engine: string) =>
      bearer.call(executeEngine, {
        params: { product, engine },
        body: { request_data: { inputs: { Sum: 1000, Age: 40, Cover: 'Full' } } },
      })
    expect((await execute(productId, 'Premium')).xOutput).toMatchObject({ Premium: 56 })
    expect((await execute(linkedEngine.product, linkedEngine.engineId)).xOutput).toMatchObject({ Premium: 56 })
    for (const [product, engine] of [
      [productId, 'Claims'],
      [productId, other.engineId],
      [elsewhere.productId, 'Premium'],
      [elsewhere.productId, elsewhere.engineId],
    ] as const) {
      expect((await failure(execute(product, engine))).code).toBe('ENGINE_NOT_FOUND')
    }
    const refusals = await Promise.all(
      [
        bearer.call(getProduct, { params: { product: productId } }),
        bearer.call(listEngines, { params: { product: productId }, body: {} }),
        bearer.call(getEngine, { params: { product: productId, engine: linkedEngine.engineId } }),
        bearer.call(listLinkResources, { params: { product: productId } }),
        bearer.call(getUserDetail),
      ].map(failure),
    )
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['PERMISSION_DENIED']))
    await supervisor.client.call(revokeLinkResource, { params: { linkId } })
    expect((await failure(execute(productId, 'Premium'))).status).toBe(401)
  })
})

describe('a link', () => {
  it('is made by those who manage the product alone', async () => {
    const { supervisor, product } = await linked()
    const user = await server().signIn({
      tenant: { tenantId: supervisor.tenantId, tenantName: supervisor.tenantName },
      groups: ['user:pf.forms'],
    })
    const link = user.client.call(createLinkResource, { body: { product: product.id, serviceName: 'Premium' } })
    expect((await failure(link)).code).toBe('PRODUCT_NOT_FOUND')
  })

  it('leads to an engine that exists', async () => {
    const { supervisor, product } = await linked()
    const body = { product: product.id, serviceName: 'No such engine' }
    expect((await failure(supervisor.client.call(createLinkResource, { body }))).code).toBe('ENGINE_NOT_FOUND')
  })

  it('is listed with who came through it, and once taken back lets nobody in and stops their tokens', async () => {
    const { supervisor, product, nobody, way, enter, send, exchange, mailedCode } = await linked()
    const visitor = await enter()
    await send(visitor)
    const { access_token } = await exchange(visitor, await mailedCode())
    const list = () => supervisor.client.call(listLinkResources, { params: { product: product.id } })
    const { links } = await list()
    expect(links).toMatchObject([{ id: way.linkId, serviceName: 'Premium', state: 'active', visitors: 1 }])
    const url = new URL(links[0]?.url ?? '')
    expect([url.origin, url.pathname]).toEqual([server().origin, '/anonymous/validate'])
    expect(Object.fromEntries(url.searchParams)).toEqual(way)

    // The entry page names the organisation, but only to holders of the link.
    const brand = (asked: typeof way) => nobody.call(getLinkBrand, { query: asked })
    expect(await brand(way)).toEqual({ organisation: supervisor.tenantName, logo: null, colour: null })
    const unknown = { ...way, linkId: supervisor.userId }
    expect(await brand(unknown)).toEqual({ organisation: null, logo: null, colour: null })

    const colleague = await server().signIn({
      tenant: { tenantId: supervisor.tenantId, tenantName: supervisor.tenantName },
    })
    const revoke = ({ client: by }: typeof supervisor) =>
      by.call(revokeLinkResource, { params: { linkId: way.linkId } })
    expect((await failure(revoke(colleague))).code).toBe('PRODUCT_NOT_FOUND')
    expect(await revoke(supervisor)).toMatchObject({ state: 'revoked' })
    expect(await list()).toMatchObject({ links: [{ state: 'revoked' }] })
    expect((await failure(enter('later@example.test'))).code).toBe('NOT_FOUND')
    const bearer = createClient({
      baseUrl: server().origin,
      headers: () => ({ authorization: `Bearer ${access_token}` }),
    })
    expect(await failure(bearer.call(getProduct, { params: { product: product.id } }))).toMatchObject({ status: 401 })
    expect((await failure(nobody.call(listLinkResources, { params: { product: product.id } }))).status).toBe(401)
  })

  it('has names of its own for some failures', () => {
    const cases: [ErrorCode, string | undefined][] = [
      ['INVALID_INPUT', 'INVALID_INPUT_ANONYMOUSUSER'],
      ['MISSING_KEY_IN_BODY', 'INVALID_INPUT_ANONYMOUSUSER'],
      ['INVALID_DATETIME', 'INVALID_INPUT_ANONYMOUSUSER'],
      ['MISSING_PARAMETERS', 'INVALID_INPUT_ANONYMOUSUSER'],
      ['USER_NOT_FOUND', 'USER_NOT_FOUND_ANONYMOUSLINK'],
      ['PERMISSION_DENIED', undefined],
    ]
    for (const [code, name] of cases) expect(visitorFailure(code, 'entering')).toBe(name)
    expect(visitorFailure('PERMISSION_DENIED', 'creating a link')).toBe('PERMISSION_DENIED_ANONYMOUSLINK')
  })
})

describe('the limits of a link', () => {
  it('let in addresses of its domains alone, so many times, and count visits and results', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const { productId, engineId } = await publishedEngine(server(), supervisor, premiumWorkbook(), {
      serviceName: 'Premium',
    })
    const linkId = await supervisor.client.call(createLinkResource, {
      body: {
        product: productId,
        serviceName: 'Premium',
        maxUses: 1,
        mailDomains: ['Example.test'],
        keepsAddresses: true,
      },
    })
    const nobody = createClient({ baseUrl: server().origin, headers: () => ({}) })
    const way = { linkId, client, realm: supervisor.tenantName }
    const enter = (email: string) => nobody.call(createAnonymousUser, { body: { ...way, email } })
    const refusal = await failure(enter('someone@elsewhere.test'))
    expect(refusal).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'body.email', allowed: 'example.test' }],
    })
    const raw = (body: unknown) => failure(nobody.call(createAnonymousUser, { body: body as never }))
    expect((await raw(way)).code).toBe('MISSING_KEY_IN_BODY')
    const soon = { product: productId, serviceName: 'Premium', expiresAt: 'soon' }
    expect((await failure(supervisor.client.call(createLinkResource, { body: soon }))).code).toBe('INVALID_DATETIME')
    const { anonymousUserId } = await enter('Someone@EXAMPLE.test')
    const visit = async () => {
      await nobody.call(sendOneTimeCode, { body: { ...way, anonymousUserId } })
      const { mails } = await supervisor.client.call(listOutbox)
      const { body: mailed } = await supervisor.client.call(readMail, { params: { id: mails[0]?.id ?? '' } })
      const code = /\b\d{6}\b/.exec(mailed)?.[0] ?? ''
      return nobody.call(generateVisitorToken, { body: { ...way, anonymousUserId, code } })
    }
    const { access_token } = await visit()
    expect((await failure(visit())).code).toBe('NOT_FOUND')

    const bearer = createClient({
      baseUrl: server().origin,
      headers: () => ({ authorization: `Bearer ${access_token}` }),
    })
    const params = { product: productId, engine: engineId }
    await bearer.call(getTutorialFormState, { params, body: { inputs: { Age: 50 } } })
    await bearer.call(countCalculatorResults, { params, body: { results: 7 } })
    const { links } = await supervisor.client.call(listLinkResources, { params: { product: productId } })
    expect(links).toMatchObject([{ state: 'used', maxUses: 1, uses: 1, results: 8, mailDomains: ['example.test'] }])
    await supervisor.client.call(revokeLinkResource, { params: { linkId } })
    const counted = failure(bearer.call(countCalculatorResults, { params, body: { results: 1 } }))
    expect((await counted).status).toBe(401)
  })
})
