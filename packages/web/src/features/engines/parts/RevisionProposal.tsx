import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { bumpReasonText } from '../bump-reason-text.ts'
import { upgradeNames } from '../upgrade-names.ts'
import classes from './RevisionProposal.module.css'

const shownReasons = 5

/** The proposed revision, with the changes that it follows from. */
export function RevisionProposal({ proposal }: { proposal: EngineUploadResult['proposal'] }) {
  const text = useText()
  if (proposal.previous === null) {
    return <p className={classes.root}>{text('Revision.first', { revision: proposal.revision })}</p>
  }
  const rest = proposal.reasons.length - shownReasons
  return (
    <section aria-label={text('Revision.proposed')} className={classes.root}>
      <p>{text('Revision.sentence', { revision: proposal.revision, upgrade: text(upgradeNames[proposal.upgrade]) })}</p>
      <ul className={classes.reasons}>
        {proposal.reasons.slice(0, shownReasons).map((reason) => (
          <li key={`${reason.kind} ${reason.name}`}>{bumpReasonText(text, reason)}</li>
        ))}
        {rest > 0 && <li>{text('Revision.moreReasons', { count: rest })}</li>}
      </ul>
    </section>
  )
}
