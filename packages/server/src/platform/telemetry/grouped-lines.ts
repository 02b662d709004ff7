import { type DestinationStream, destination } from 'pino'

/** So many characters are written at once without waiting for more. */
const groupLength = 32_768
/** No line waits longer for others than this. */
const longestWaitMs = 100

export interface GroupedLines extends DestinationStream {
  /** Writes what waits; answers when it is written. */
  flush(done?: (error?: Error) => void): void
}

/**
 * Standard output for a log: lines wait a moment for others and are written together. The stream behind it would collect
 * them too, but counts the bytes of all that waits again with every line, which costs more than the lines themselves.
 */
export function groupedLines(): GroupedLines {
  const output = destination({ dest: 1, sync: false })
  let lines: string[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  output.on('close', () => {
    isClosed = true
  })

  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length === 0 || isClosed) return
    output.write(lines.join(''))
    lines = []
    length = 0
  }
  // Before the stream's own, which writes what it has, and ends.
  process.prependListener('beforeExit', release)
  process.prependListener('exit', release)

  return {
    write: (line) => {
      lines.push(line)
      length += line.length
      if (length >= groupLength) release()
      else timer ??= setTimeout(release, longestWaitMs).unref()
    },
    flush: (done) => {
      release()
      output.flush(done)
    },
  }
}
