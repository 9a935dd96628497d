import { graphql, useFragment } from 'react-relay'
import type { GroupPicture_group$key } from '../../../__generated__/GroupPicture_group.graphql.ts'
import type { GroupPictureMutation } from '../../../__generated__/GroupPictureMutation.graphql.ts'
import { upload } from '../../../relay/files/upload.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { PictureChooser } from '../../user/setting/PictureChooser.tsx'
import { GroupAvatar } from '../GroupAvatar.tsx'

/** The avatar of a group: upload and crop, or remove. */
export function GroupPicture(props: { group: GroupPicture_group$key }) {
  const { id, number, name, avatar } = useFragment(
    graphql`
      fragment GroupPicture_group on Group {
        id
        number
        name
        avatar
      }
    `,
    props.group,
  )
  const [remove, { pending }] = useMutation<GroupPictureMutation>(graphql`
    mutation GroupPictureMutation($input: RemoveGroupAvatarInput!) {
      removeGroupAvatar(input: $input) {
        id
        version
        avatar
      }
    }
  `)
  return (
    <PictureChooser
      avatar={<GroupAvatar name={name} src={avatar} size={72} />}
      shape="rect"
      onSave={(picture) => upload('groupAvatar', picture, { query: { gid: String(number) } })}
      onRemove={avatar ? () => void remove({ input: { id } }) : null}
      removing={pending}
    />
  )
}
