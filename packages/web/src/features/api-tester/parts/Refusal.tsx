import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { refusedInputs } from '../refused-inputs.ts'
import classes from './RunResult.module.css'

/** Why a call failed, by input if the engine refused some. */
export function Refusal({ error }: { error: Error }) {
  const text = useText()
  const refused = refusedInputs(error)
  if (refused === undefined) return <>{errorText(text, error)}</>
  return (
    <>
      <p>{text('Tester.refused', { count: refused.length })}</p>
      <ul className={classes.notes}>
        {refused.map(({ key, message }) => (
          <li key={`${key} ${message}`}>
            <strong>{key}: </strong>
            {message}
          </li>
        ))}
      </ul>
    </>
  )
}
