import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * Runs a program to its end. Output is passed through, or collected and returned if `quiet`; with `aside` all of it
 * goes to the error stream, so that a command's own output stays clean.
 */
export function run(command, args, { quiet = false, aside = false, env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', aside ? 2 : 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, output }))
  })
}
