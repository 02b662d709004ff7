/** One line per step on standard error, so that a long step is never silent and output for programs stays clean. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Prints the step, again every ten seconds while it runs, and at the end how long it took. */
export async function step(title, work) {
  const name = title.replace(/ \(.*\)$/, '')
  say(`• ${title}`)
  const started = Date.now()
  const ticker = setInterval(
    () => say(`  … still ${name[0].toLowerCase()}${name.slice(1)} (${elapsed(started)})`),
    10_000,
  )
  try {
    const result = await work()
    say(`  ${name} took ${elapsed(started)}`)
    return result
  } finally {
    clearInterval(ticker)
  }
}

function elapsed(started) {
  return `${Math.round((Date.now() - started) / 1000)} s`
}

/** Ends the command with one clear line. */
export function fail(message) {
  say(`✖ ${message}`)
  process.exit(1)
}
