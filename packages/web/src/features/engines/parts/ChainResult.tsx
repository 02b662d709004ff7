import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { executeChain } from '@sheetwright/contract/execution/execute-chain.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import classes from './ChainResult.module.css'
import { ValueText } from './ValueText.tsx'

/** The result of each engine of a chain, in order. */
export function ChainResult({ result }: { result: ResultOf<typeof executeChain> }) {
  const text = useText()
  const serverText = useServerText()
  return (
    <section aria-label={text('Tester.results')} className={classes.root}>
      {!result.isComplete && <p>{text('Chain.incomplete')}</p>}
      {result.service_chain.map((step, place) => (
        <table key={step.call_id} className={classes.table} aria-label={step.service_name}>
          <caption>
            {place + 1}. {step.service_name} <span className="mono">{step.version}</span>
          </caption>
          <tbody>
            {Object.entries(step.outputs).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <ValueText value={value} numberFormat={undefined} />
                </td>
              </tr>
            ))}
            {step.errors.map(({ additionalDetails, message }) => (
              <tr key={`${additionalDetails} ${message}`} className={classes.error}>
                <th scope="row">{additionalDetails}</th>
                <td>{serverText(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}
