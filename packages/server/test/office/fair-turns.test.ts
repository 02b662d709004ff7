import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairTurns, TurnRefused } from '../../src/platform/office/fair-turns.ts'
import { KeptBooks } from '../../src/platform/office/kept-books.ts'

/** Work that continues until it is ended. */
function work(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    log.push(name)
    await promise
  }
  return { run, end: resolve }
}

describe('turns', () => {
  it('go to whoever has the fewest at work, then to whose last turn was longest ago', async () => {
    const turns = new FairTurns(1)
    const log: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => ({ name, ...work(log, name) }))
    const done = all.map(({ name, run }) => turns.run(name.slice(0, 1), run))
    for (let i = 0; i < all.length; i++) {
      await turn()
      all.find(({ name }) => name === log[i])?.end()
    }
    await Promise.all(done)
    expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  it('leave a place for another owner', async () => {
    const turns = new FairTurns(2)
    const log: string[] = []
    const all = ['a1', 'a2', 'b1'].map((name) => ({ name, ...work(log, name) }))
    const done = all.map(({ name, run }) => turns.run(name.slice(0, 1), run))
    await turn()
    expect(log).toEqual(['a1', 'b1'])
    for (const { end } of all) end()
    await Promise.all(done)
    expect(log).toEqual(['a1', 'b1', 'a2'])
  })

  it('are refused after the time that somebody is ready to wait', async () => {
    const turns = new FairTurns(1)
    const { run, end } = work([], 'a')
    const first = turns.run('a', run)
    await expect(turns.run('b', async () => 1, 1)).rejects.toBeInstanceOf(TurnRefused)
    end()
    await first
    expect(await turns.run('b', async () => 2, 1000)).toBe(2)
  })
})

describe('kept books', () => {
  it('are opened once for a key, make room for others, and are not used again once they ended', async () => {
    const log: string[] = []
    const books = new KeptBooks<Book>(2)
    const use = (key: string, end = false) =>
      books.run({
        key,
        owner: key,
        waitMillis: 1000,
        open: async () => new Book(key, log),
        use: async (book) => {
          if (end) book.isEnded = true
        },
      })
    await use('a')
    await use('a')
    await use('b')
    await use('a')
    await use('c')
    expect(log).toEqual(['open a', 'open b', 'close b', 'open c'])
    await use('a', true)
    await use('a')
    expect(log.slice(4)).toEqual(['close a', 'open a'])
    await books.close()
    expect(log.slice(6).toSorted()).toEqual(['close a', 'close c'])
  })

  it('are never more than there are places, though several are opened at the same time', async () => {
    const log: string[] = []
    const books = new KeptBooks<Book>(3)
    const use = (key: string) =>
      books.run({ key, owner: key, waitMillis: 1000, open: async () => new Book(key, log), use: () => turn() })
    await Promise.all(['a', 'b', 'c'].map(use))
    await Promise.all(['d', 'e', 'f'].map(use))
    const opened = log.map((_, i) =>
      log.slice(0, i + 1).reduce((sum, each) => sum + (each.startsWith('open') ? 1 : -1), 0),
    )
    expect(Math.max(...opened)).toBe(3)
    await books.close()
  })
})

class Book {
  isEnded = false
  private readonly key: string
  private readonly log: string[]

  constructor(key: string, log: string[]) {
    this.key = key
    this.log = log
    log.push(`open ${key}`)
  }

  async close(): Promise<void> {
    this.log.push(`close ${this.key}`)
  }
}
