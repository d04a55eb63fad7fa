import type { DialogProps } from './composer-dialogs.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** What is in the field and beside it, for later. */
export const ScheduleDialog = ({
  conversation,
  text,
  files,
  replyToId,
  onTaken,
  onFilesTaken,
  onClose,
}: DialogProps) => (
  <ScheduleForm
    conversation={conversation}
    item={null}
    text={text}
    files={files}
    replyToId={replyToId}
    onSaved={() => {
      onTaken()
      onFilesTaken()
      onClose()
    }}
    onClose={onClose}
  />
)
