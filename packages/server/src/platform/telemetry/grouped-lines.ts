import { type DestinationStream, destination } from 'pino'

/** Number of characters written at once without waiting for more. */
const groupLength = 32_768
/** Maximum delay of a line. */
const longestWaitMs = 100

export interface GroupedLines extends DestinationStream {
  /** Writes pending lines; resolves when they are written. */
  flush(done?: (error?: Error) => void): void
}

/**
 * Standard output for a log: lines wait a moment for others and are written together. The stream behind it would buffer
 * them too, but recounts the bytes of the whole buffer with every line, which costs more than the lines themselves.
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
  // Before the stream's own handler, which writes what it has, and ends.
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
