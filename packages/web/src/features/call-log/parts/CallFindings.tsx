import type { CallFinding } from '../call-findings.ts'
import classes from './CallFindings.module.css'

/** Warnings or errors of a call, one a line. */
export function CallFindings({ title, findings }: { title: string; findings: readonly CallFinding[] }) {
  if (findings.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {findings.map(({ key, message, cell }) => (
          <li key={`${key} ${cell} ${message}`}>
            <span className="mono">{key}</span>
            <span>{message}</span>
            {cell !== '' && cell !== key && <span className={`mono ${classes.cell}`}>{cell}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
