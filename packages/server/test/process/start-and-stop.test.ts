import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { serverFile } from '../support/server-file.ts'
import { freePort, type ServerProcess, spawnServer, startServerProcess } from '../support/server-process.ts'

const admin = serverFile('admin')

const running: ServerProcess[] = []
let folder: string
let data: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-process-'))
  data = join(folder, 'data')
})
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ SHEETWRIGHT_DATA: data, ...environment })
  running.push(server)
  return server
}

async function failedStart(environment: Record<string, string>, args: readonly string[] = []) {
  const port = String(await freePort())
  const server = spawnServer({ SHEETWRIGHT_PORT: port, SHEETWRIGHT_DATA: data, ...environment }, args)
  return { code: await server.ended, lines: server.output().trimEnd().split('\n') }
}

async function runAdmin(...args: string[]) {
  const command = spawnServer({ SHEETWRIGHT_DATA: data }, args, admin)
  return { code: await command.ended, output: command.output() }
}

/** A form whose second half is sent on demand, as over a slow line. */
function slowRequest(origin: string) {
  const boundary = 'x-boundary'
  const name = `Slow ${origin}`.replaceAll(/[/:]/g, ' ')
  const body = `--${boundary}\r\ncontent-disposition: form-data; name="Name"\r\n\r\n${name}\r\n--${boundary}--\r\n`
  const sent = request(`${origin}/api/v1/product/create`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(body),
    },
  })
  const answer = once(sent, 'response').then(([response]) => (response as { statusCode: number }).statusCode)
  sent.write(body.slice(0, 60))
  return { answer, finish: () => sent.end(body.slice(60)), begun: once(sent, 'socket') }
}

describe('the first start', () => {
  it('makes the database, prints the address and one-time passwords, and answers; the second only answers', async () => {
    const first = await start()
    expect(first.output()).toContain('shown only now')
    expect(first.output()).toMatch(/supervisor@demo\.test +\S+-\S+/)
    expect(first.output()).toMatch(/user@demo\.test +\S+-\S+/)
    expect(first.output()).toContain(`Sheetwright is ready at ${first.origin}`)
    expect(await (await fetch(`${first.origin}/health`)).json()).toEqual({ status: 'UP' })
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(first.output()).toContain('Stopped')

    const second = await start()
    expect(second.output()).not.toContain('shown only now')
    expect(await (await fetch(`${second.origin}/health`)).json()).toEqual({ status: 'UP' })
  })
})

describe('a start that cannot be', () => {
  it('says in one line that the data folder is in use, and leaves the one that uses it alone', async () => {
    const server = await start()
    const { code, lines } = await failedStart({})
    expect({ code, last: lines.at(-1) }).toEqual({
      code: 1,
      last: `The data folder ${data} is in use by process ${server.child.pid}: stop that first, or choose another folder with SHEETWRIGHT_DATA`,
    })
    expect(await (await fetch(`${server.origin}/health`)).json()).toEqual({ status: 'UP' })
  })

  it('says in one line that the port is in use, before it touches the data folder', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const untouched = join(folder, 'untouched')
    const failed = await failedStart({ SHEETWRIGHT_PORT: port, SHEETWRIGHT_DATA: untouched })
    other.close()
    expect(failed).toEqual({
      code: 1,
      lines: [
        `The server cannot listen on 127.0.0.1:${port}: another process uses that port (choose another with SHEETWRIGHT_PORT)`,
      ],
    })
    await expect(readFile(join(untouched, 'VERSION'))).rejects.toThrow('ENOENT')
  })

  it('says in one line that the data folder cannot be written or is of a newer version', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const unwritable = await failedStart({ SHEETWRIGHT_DATA: file })
    expect({ code: unwritable.code, last: unwritable.lines.at(-1) }).toEqual({
      code: 1,
      last: `The data folder ${file} cannot be written: there is a file of that name`,
    })
    const newer = join(folder, 'newer')
    await mkdir(newer)
    await writeFile(join(newer, 'VERSION'), '99')
    const refused = await failedStart({ SHEETWRIGHT_DATA: newer })
    expect(refused.code).toBe(1)
    expect(refused.lines.at(-1)).toContain('was written by a newer version of Sheetwright')
  })

  it('says in one line that the external database cannot be reached', async () => {
    const port = await freePort()
    const { code, lines } = await failedStart({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/rates` })
    expect(code).toBe(1)
    expect(lines.at(-1)).toContain(`The database rates at 127.0.0.1:${port} cannot be opened as me: `)
    expect(lines.join('\n')).not.toContain('secret')
  })

  it('lists every wrong setting at once', async () => {
    const { code, lines } = await failedStart({ SHEETWRIGHT_PORT: 'eighty', SHEETWRIGHT_LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(lines).toHaveLength(3)
    expect(lines.join('\n')).toMatch(/SHEETWRIGHT_PORT must be a whole number[^]*SHEETWRIGHT_LOG_LEVEL/)
  })

  it('refuses a role it does not know, and roles of their own on the embedded database', async () => {
    expect((await failedStart({}, ['--role', 'king'])).lines).toEqual(['--role must be one of all, api, worker'])
    expect((await failedStart({}, ['--role', 'worker'])).lines).toEqual([
      '--role worker needs DATABASE_URL: the embedded database serves one process that does both',
    ])
  })
})

describe('a stop', () => {
  it('lets a running request finish, and takes no new ones', async () => {
    const server = await start({ SHEETWRIGHT_SKIP_LOGIN: 'true' })
    const slow = slowRequest(server.origin)
    await slow.begun
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${server.origin}/metrics`)).text()
      expect(metrics).toMatch(/sheetwright_calls_running [1-9]/)
    })
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output()).toContain('Stopping')
    await vi.waitFor(() => expect(fetch(`${server.origin}/health`)).rejects.toThrow('fetch failed'), {
      timeout: 60_000,
    })
    slow.finish()
    expect(await slow.answer).toBe(200)
    expect(await server.ended).toBe(0)
  })

  it('cuts what does not finish in the time it has', async () => {
    const server = await start({ SHEETWRIGHT_SKIP_LOGIN: 'true', SHEETWRIGHT_DRAIN_SECONDS: '1' })
    const slow = slowRequest(server.origin)
    slow.answer.catch(() => undefined)
    await slow.begun
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await expect(slow.answer).rejects.toThrow('socket hang up')
  })

  it('follows the end of the script that started it', async () => {
    const server = await start()
    server.child.disconnect()
    expect(await server.ended).toBe(0)
    expect(server.output()).toContain('Stopped')
  })

  it('is immediate when asked for twice, and takes the database along', async () => {
    const server = await start({ SHEETWRIGHT_SKIP_LOGIN: 'true' })
    const slow = slowRequest(server.origin)
    slow.answer.catch(() => undefined)
    await slow.begun
    server.child.kill('SIGINT')
    await expect.poll(() => server.output()).toContain('Stopping')
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(130)
    await vi.waitFor(() => expect(readFile(join(data, 'postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT'), {
      timeout: 60_000,
    })
  })
})

describe('a server whose database is gone for good', () => {
  it('says so and ends, so that whoever watches over it can act', async () => {
    const gone = join(folder, 'gone')
    const server = await start({ SHEETWRIGHT_DATA: gone })
    const pid = Number((await readFile(join(gone, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
    await rm(gone, { recursive: true })
    process.kill(pid, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PostgreSQL ended and cannot be started again')
  })
})

describe('the operator’s commands', () => {
  it('back up a running server and refuse to restore under it; restore once it has stopped', async () => {
    const server = await start()
    const path = join(folder, 'installation.backup')
    expect(await runAdmin('tenant', 'create', 'acme')).toEqual({ code: 0, output: 'Created the tenant acme\n' })
    const backup = await runAdmin('backup', path)
    expect(backup).toEqual({ code: 0, output: expect.stringContaining(`The backup is in ${path}`) })
    expect((await runAdmin('verify', path)).output).toMatch(/^Whole: \d+ rows/)
    const refused = await runAdmin('restore', path, '--force')
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/data folder .* is in use by process \d+/) })

    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await runAdmin('tenant', 'create', 'later')
    expect((await runAdmin('restore', path)).output).toContain('tenant(s) already')
    expect((await runAdmin('restore', path, '--force')).output).toContain('The backup is restored')
    const list = (await runAdmin('tenant', 'list')).output
    expect(list).toMatch(/^acme\t.*\ndemo\t/)
    expect(list).not.toContain('later')
    // Restored, it starts with its own people: nobody is created again.
    expect((await start()).output()).not.toContain('shown only now')
  })

  it('explain themselves', async () => {
    const { code, output } = await runAdmin('unknown')
    expect(code).toBe(1)
    expect(output).toContain('backup FILE')
    expect(output).toMatch(/^ {2}user add EMAIL \[--tenant NAME\] \[--group LABEL\] {2}add somebody/m)
    expect(await runAdmin('backup')).toEqual({ code: 1, output: 'Usage: npm run admin -- backup FILE\n' })
    expect(await runAdmin('tenant', 'create', 'api')).toEqual({
      code: 1,
      output: 'The tenant name "api" is the beginning of an address of the product itself\n',
    })
  })
})
