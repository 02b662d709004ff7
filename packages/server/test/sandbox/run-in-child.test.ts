import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChildStopped, runInChild } from '../../src/platform/sandbox/run-in-child.ts'
import type { Deed } from './misbehaving-child.ts'

const module = path.join(import.meta.dirname, 'misbehaving-child.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-child-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(deed: Deed, options: { seconds?: number; signal?: AbortSignal; onProgress?: () => void } = {}) {
  const { seconds = 40, signal = new AbortController().signal, onProgress = () => {} } = options
  const limits = { memoryMegabytes: 128, seconds }
  return runInChild({ module, input: { deed, folder }, folder, limits, signal, onProgress })
}

async function stopOf(running: Promise<unknown>): Promise<ChildStopped> {
  const error = await running.catch((reason: unknown) => reason)
  if (error instanceof ChildStopped) return error
  throw new Error('It was not stopped', { cause: error })
}

describe('a child process', () => {
  it('answers, tells how far it is, and leaves files in its folder', async () => {
    const told: unknown[] = []
    const limits = { memoryMegabytes: 128, seconds: 40 }
    const { signal } = new AbortController()
    const onProgress = (...progress: unknown[]) => told.push(progress)
    const input = { deed: 'answer', folder }
    expect(await runInChild({ module, input, folder, limits, signal, onProgress })).toEqual({ sum: 3 })
    expect(told).toEqual([[50, 'about to']])
    expect(await readFile(path.join(folder, 'result'), 'utf8')).toBe('written')
  })

  it('knows nothing of the environment of its parent', async () => {
    process.env['DATABASE_URL'] = 'postgres://secret'
    try {
      const { names } = (await run('tellEnvironment')) as { names: string[] }
      expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))).toEqual([])
    } finally {
      delete process.env['DATABASE_URL']
    }
  })

  it.each(['fillObjects', 'fillTypedArrays'] as const)('is stopped when it wants more memory: %s', async (deed) => {
    expect(await stopOf(run(deed))).toMatchObject({ reason: 'memory', message: 'It needed more than 128 MB of memory' })
  })

  it('is stopped at its deadline', async () => {
    expect(await stopOf(run('loop', { seconds: 2 }))).toMatchObject({ reason: 'time' })
  })

  it('is stopped when it is called off', async () => {
    const controller = new AbortController()
    const running = run('loop', { signal: controller.signal, onProgress: () => controller.abort() })
    expect(await stopOf(running)).toMatchObject({ reason: 'aborted' })
  })

  it.each(['readElsewhere', 'writeElsewhere', 'startProgram'] as const)('may not do this: %s', async (deed) => {
    const { reason, message } = await stopOf(run(deed))
    expect(reason).toBe('fault')
    expect(message).toMatch(/access to this api has been restricted/i)
  })

  it('that fails or dies is told from one that was stopped', async () => {
    expect(await stopOf(run('fail'))).toMatchObject({
      reason: 'fault',
      message: expect.stringMatching(/our own mistake/),
    })
    expect(await stopOf(run('die'))).toMatchObject({ reason: 'fault', message: expect.stringMatching(/code 7/) })
  })
})
