import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useText } from '../../platform/messages/use-text.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Keys } from '../../ui/Keys.tsx'
import classes from './KeyList.module.css'
import { shortcuts } from './shortcuts.ts'

/** The list of keys, opened with `?`. */
export function KeyList() {
  const text = useText()
  const [opened, list] = useDisclosure()
  useHotkeys([['shift+?', list.toggle]])
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
