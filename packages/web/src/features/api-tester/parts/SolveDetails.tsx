import type { SolveDetail } from '@sheetwright/contract/execution/run-result.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { ValueText } from '../../engines/parts/ValueText.tsx'
import { markHiddenColumns } from '../../../ui/table/mark-hidden-columns.ts'
import classes from './RunResult.module.css'

/** Each solve of a run: its target, its result, and the steps to it. */
export function SolveDetails({ solves }: { readonly solves: readonly SolveDetail[] }) {
  const text = useText()
  return solves.map(({ name, target, result }) => (
    <section key={name} className={classes.blockSection} aria-label={text('Tester.solve', { name })}>
      <h3 className={classes.blockTitle}>
        {text('Tester.solve', { name })}{' '}
        <span className={classes.description}>
          {text(result.found ? 'Tester.solve.found' : 'Tester.solve.closest', {
            target: String(target),
            input: String(result.input),
          })}
        </span>
      </h3>
      <details>
        <summary>{text('Tester.solve.steps', { count: result.history.length })}</summary>
        {/* A scrolling region must be reachable with the keyboard. */}
        <div ref={markHiddenColumns} className={classes.scroll} tabIndex={0}>
          <table className={classes.table} aria-label={text('Tester.solve', { name })}>
            <thead>
              <tr>
                <th scope="col">{text('Tester.solve.step')}</th>
                <th scope="col" data-align="end">
                  {text('Tester.solve.tried')}
                </th>
                <th scope="col" data-align="end">
                  {text('Tester.solve.difference')}
                </th>
              </tr>
            </thead>
            <tbody>
              {result.history.map(({ iteration, input, difference }) => (
                <tr key={iteration}>
                  <th scope="row">{iteration}</th>
                  <td data-align="end">
                    <ValueText value={input} />
                  </td>
                  <td data-align="end">
                    <ValueText value={difference ?? null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  ))
}
