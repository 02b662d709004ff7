import { useServerText } from '../../../platform/messages/server-text.ts'
import type { CallFinding } from '../call-findings.ts'
import { ExplainLink, type ExplainLinkProps } from '../../look-inside/parts/ExplainLink.tsx'
import classes from './CallFindings.module.css'

interface CallFindingsProps {
  readonly title: string
  readonly findings: readonly CallFinding[]
  /** The link that explains the cell of a finding. */
  readonly explain?: Omit<ExplainLinkProps, 'cell'> | undefined
}

/** Warnings or errors of a call, one per line. */
export function CallFindings({ title, findings, explain }: CallFindingsProps) {
  const serverText = useServerText()
  if (findings.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {findings.map(({ key, message, cell }) => (
          <li key={`${key} ${cell} ${message}`}>
            <span className="mono">{key}</span>
            <span>{serverText(message)}</span>
            {cell !== '' && cell !== key && <span className={`mono ${classes.cell}`}>{cell}</span>}
            {explain !== undefined && cell.includes('!') && <ExplainLink {...explain} cell={cell} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
