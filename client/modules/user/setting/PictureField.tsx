import { graphql, useFragment } from 'react-relay'
import type { PictureField_profile$key } from '../../../__generated__/PictureField_profile.graphql.ts'
import type { PictureFieldMutation } from '../../../__generated__/PictureFieldMutation.graphql.ts'
import { upload } from '../../../relay/files/upload.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { PictureChooser } from './PictureChooser.tsx'

/** The viewer's avatar: upload and crop, or remove. */
export function PictureField(props: { profile: PictureField_profile$key }) {
  const { user } = useFragment(
    graphql`
      fragment PictureField_profile on Profile {
        user {
          username
          avatar
        }
      }
    `,
    props.profile,
  )
  const [remove, { pending }] = useMutation<PictureFieldMutation>(graphql`
    mutation PictureFieldMutation {
      removeAvatar {
        id
        version
        user {
          id
          avatar
        }
      }
    }
  `)
  return (
    <PictureChooser
      avatar={<Avatar name={user.username} src={user.avatar} size={72} />}
      shape="round"
      onSave={(picture) => upload('avatar', picture)}
      onRemove={user.avatar ? () => void remove({}) : null}
      removing={pending}
    />
  )
}
