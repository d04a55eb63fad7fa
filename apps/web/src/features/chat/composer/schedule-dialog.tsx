import type { DialogProps } from './composer-dialogs.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** What is in the field, for later. */
export const ScheduleDialog = ({ conversation, text, replyToId, onTaken, onClose }: DialogProps) => (
  <ScheduleForm
    conversation={conversation}
    item={null}
    text={text}
    replyToId={replyToId}
    onSaved={() => {
      onTaken()
      onClose()
    }}
    onClose={onClose}
  />
)
