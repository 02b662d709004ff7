import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useText } from '../../platform/messages/use-text.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Keys } from '../../ui/Keys.tsx'
import classes from './KeyList.module.css'
import { shortcuts } from './shortcuts.ts'

/** The list of shortcuts, opened with `?`. */
export function KeyList() {
  const text = useText()
  const [opened, list] = useDisclosure()
  // Compares the character, because layouts have it on different keys. Works while a switch or list has the focus, too.
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    list.toggle()
  })
  return (
    <Dialog opened={opened} onClose={list.close} title={text('Keys.title')} size="small">
      <dl className={classes.list}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.does} className={classes.row}>
            <dt>{text(shortcut.does)}</dt>
            <dd>
              <Keys keys={shortcut.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const typedInto = 'textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]'

/** Whether keys go into a text. Checkboxes, radio buttons and sliders are inputs too, but nobody types into them. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button', 'submit'].includes(target.type)
  return target.closest(typedInto) !== null
}
