import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { captionLimit, uploadMedia } from '@recado/contracts/inbox/messages'
import { takesCaption } from '@recado/contracts/whatsapp/media-rules'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#web/components/content/attached-file.tsx'
import { upload } from '#web/lib/api/api.ts'
import { useMediaRefusal } from '#web/lib/ui/file-rules.ts'
import { useEditing } from './editing.ts'
import { FilledText } from './fields.tsx'

type Props = { node: NodeOf<'send_media'>; onChange: (node: NodeOf<'send_media'>) => void }

/** The file that a step sends, and the words under it. */
export const MediaFields = ({ node, onChange }: Props) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const refuse = useMediaRefusal(() => true)
  const { fileId, fileName, media, caption } = node
  return (
    <>
      <AttachedFile
        name={fileId === null ? null : fileName}
        texts={{
          label: t('media.label'),
          hint: t('media.hint'),
          choose: t('media.choose'),
          remove: t('media.remove', { name: fileName }),
          progress: t('media.progress'),
        }}
        error={errorAt('fileId')}
        refuse={refuse}
        send={(file, onProgress) => upload(uploadMedia, file, {}, { onProgress })}
        onStored={(file) =>
          onChange({
            ...{ ...node, fileId: file.fileId, fileName: file.name, media: file.kind },
            caption: takesCaption(file.kind) ? caption : '',
          })
        }
        onRemove={() => onChange({ ...node, fileId: null, fileName: '', media: null })}
      />
      {media === null || takesCaption(media) ? (
        <FilledText
          label={t('media.caption')}
          at="caption"
          rows={2}
          maxLength={captionLimit}
          value={caption}
          onChange={(next) => onChange({ ...node, caption: next })}
        />
      ) : null}
    </>
  )
}
