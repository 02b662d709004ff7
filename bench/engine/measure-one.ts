import { measured } from './measure.ts'
import { subjectOfKey } from './subjects.ts'

/** Measures workbooks one after the other in this process, and prints a line of JSON for each. */
const [rounds = '', ...keys] = process.argv.slice(2)
for (const key of keys) console.log(JSON.stringify(await measured(await subjectOfKey(key), Number(rounds))))
