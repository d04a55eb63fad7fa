import { type Profile, photoMaxBytes, photoTypes, removePhoto, uploadPhoto } from '@recado/contracts/identity/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { ImageField } from '#web/components/form/image-field.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { meQuery } from './api.ts'

/** My photo: JPEG or PNG of at most 5 MB, shown as a circle from its middle. */
export const PhotoField = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('identity/profile')
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const show = async (avatarUrl: string | null) => {
    queryClient.setQueryData(meQuery.queryKey, { ...me, avatarUrl })
    await session.refetch()
  }
  return (
    <ImageField
      preview={<Avatar name={me.name} src={me.avatarUrl} size={76} />}
      shown={me.avatarUrl !== null}
      types={photoTypes}
      maxBytes={photoMaxBytes}
      text={(name) => t(`photo.${name}`)}
      send={async (file, onProgress) => show((await upload(uploadPhoto, file, {}, { onProgress })).avatarUrl)}
      drop={async () => {
        await call(removePhoto)
        await show(null)
      }}
    />
  )
}
