import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
}

/** Tries to open a page; without a browser, the user types the URL elsewhere. */
export function openInBrowser(address: string): void {
  const [command, ...args] = openers[process.platform] ?? []
  if (command === undefined) return
  const started = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  started.on('error', () => undefined)
  started.unref()
}
