import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { calls } from '@sheetwright/contract/calls.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { answerNotFound } from '../../src/platform/http/not-found.ts'
import { sendSecurityHeaders } from '../../src/platform/http/security-headers.ts'
import { serveWeb } from '../../src/platform/http/serve-web.ts'
import { openErrorReports } from '../../src/platform/telemetry/error-reports.ts'

const log = pino({ level: 'silent' })
const LOGIN = 'https://login.example.com'
const ERRORS = 'https://errors.example.com'
let folder: string
let app: FastifyInstance
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-web-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(path.join(folder, 'assets/main-1a2b3c4d.js'), 'console.log(1)')
  await writeFile(path.join(folder, 'assets/main-1a2b3c4d.js.br'), brotliCompressSync('console.log(1)'))
  await writeFile(path.join(folder, '../outside.txt'), 'the secret')
  const reports = await openErrorReports({ dsn: undefined, environment: undefined, release: 'test' }, log)
  app = createHttpServer({ log, reports, trustProxy: 0 })
  sendSecurityHeaders(app, 'https://rates.example.com')
  answerNotFound(
    app,
    calls,
    await serveWeb(app, folder, { forms: [LOGIN], requests: [LOGIN, ERRORS] }, () => Promise.resolve([])),
    reports,
  )
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
  await rm(path.join(folder, '../outside.txt'), { force: true })
})

const get = (address: string, headers: Record<string, string> = {}) => fetch(origin + address, { headers })

describe('the web application', () => {
  it.each(['/', '/login', '/products/Plan%201.2', '/shared/products/x/y', '/admin/explorer/home/file:1', '/api/docs'])(
    'opens at %s with its one page, which is asked for anew each time',
    async (address) => {
      const response = await get(address)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>page</title>')
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it('may run its own scripts and styles only, and talk to nobody but the server and those configured', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    )
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('style-src')).toBe("'self'")
    expect(directives.get('connect-src')).toBe(`'self' ${LOGIN} ${ERRORS}`)
    expect(directives.get('form-action')).toBe(`'self' ${LOGIN}`)
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('object-src')).toBe("'none'")
    expect(policy).not.toMatch(/unsafe|upgrade-insecure-requests|\*/)
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  })

  it('has files that browsers keep for ever, packed where the browser takes it', async () => {
    const plain = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': 'br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('content-type')).toContain('javascript')
    expect([await plain.text(), await packed.text()]).toEqual(['console.log(1)', 'console.log(1)'])
  })

  it.each(['/assets/..%2f..%2foutside.txt', '/..%2foutside.txt', '/%2e%2e/outside.txt'])(
    'shows nothing outside its folder at %s',
    async (address) => {
      expect(await (await get(address)).text()).not.toContain('the secret')
    },
  )

  it('answers forms of old pages with an envelope, not with the page', async () => {
    const response = await fetch(`${origin}/login`, { method: 'POST' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
