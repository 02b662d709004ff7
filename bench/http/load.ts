import { connect, type Socket } from 'node:net'

/** The request to repeat. */
export interface LoadTarget {
  readonly name: string
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface LoadOrder {
  readonly target: LoadTarget
  readonly seconds: number
  readonly connections: number
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Responses other than 200. */
  readonly failures: number
}

/** A load generator in its own process: one request at a time on each connection, over plain sockets. */
process.once('message', (message: LoadOrder) => {
  void follow(message)
})

async function follow({ target, seconds, connections }: LoadOrder): Promise<void> {
  process.send?.(await run(target, seconds, connections))
  process.disconnect()
}

async function run(target: LoadTarget, seconds: number, connections: number): Promise<LoadResult> {
  const request = requestBytes(target)
  const latencies: number[] = []
  let failures = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)))
  const since = performance.now()
  const until = since + seconds * 1000
  await Promise.all(sockets.map((socket) => repeat(socket)))
  const elapsed = performance.now() - since
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const requests = latencies.length
  return { requests, requestsPerSecond: requests / (elapsed / 1000), p50: at(0.5), p99: at(0.99), failures }

  function repeat(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let received = ''
      let sentAt = performance.now()
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1')
        if (!isComplete(received)) return
        const now = performance.now()
        latencies.push(now - sentAt)
        if (!received.startsWith('HTTP/1.1 200 ')) failures++
        received = ''
        if (now >= until) return resolve()
        sentAt = now
        socket.write(request)
      })
      socket.write(request)
    })
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })
}

function requestBytes({ method, path, headers, body }: LoadTarget): Buffer {
  const lines = Object.entries({ host: 'localhost', 'content-length': Buffer.byteLength(body), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

function isComplete(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/content-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? Number.NaN)
  return answer.length >= end + 4 + length
}
