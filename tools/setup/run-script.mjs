import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { inRoot } from './paths.mjs'

/**
 * Runs one of our TypeScript entry files on the given Node: in this process if that is the running Node, else in a
 * child that gets our signals and ends with us.
 */
export async function runScript(node, script, args) {
  const file = inRoot(script)
  if (node === process.execPath) {
    process.argv = [node, file, ...args]
    await import(pathToFileURL(file).href)
    return
  }
  // The open channel tells the child when this process dies, for any reason.
  const child = spawn(node, [file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // Ctrl-C reaches the child through the terminal; this process only has to stay until the child is done.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)))
}
