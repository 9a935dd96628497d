/*
 * Two kinds of wire. To the judge: a stream of frames, each
 *   u32 length of the rest, u32 ticket, u32 verb, fields
 * where a field is a u32, a u64, or a text (u32 length, bytes, and a NUL so
 * that it can be used in place). Little-endian, as every machine we run on.
 * Between our own processes: packets, with descriptors beside them.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox.h"

#define LARGEST_FRAME (256u << 20)
#define HEADER 12
/* The buffer goes back to this after a large frame, so that forks stay small. */
#define BUFFER (64 * 1024)

uint32_t read_u32(struct reader *reader)
{
  uint32_t value = 0;
  if (reader->bad || reader->end - reader->at < (ptrdiff_t)sizeof value)
    reader->bad = true;
  else
    memcpy(&value, reader->at, sizeof value), reader->at += sizeof value;
  return value;
}

uint64_t read_u64(struct reader *reader)
{
  uint64_t value = 0;
  if (reader->bad || reader->end - reader->at < (ptrdiff_t)sizeof value)
    reader->bad = true;
  else
    memcpy(&value, reader->at, sizeof value), reader->at += sizeof value;
  return value;
}

/* So much of anything is as good as no limit, and sums of it fit. */
#define MOST (UINT64_MAX >> 16)

uint64_t read_amount(struct reader *reader)
{
  uint64_t value = read_u64(reader);
  return value < MOST ? value : MOST;
}

/* Points into the frame; nothing when the frame is bad. */
char *read_bytes(struct reader *reader, size_t *length)
{
  static char nothing[1];
  uint32_t size = read_u32(reader);
  *length = 0;
  *nothing = 0;
  if (reader->bad || (size_t)(reader->end - reader->at) < (size_t)size + 1 || reader->at[size]) {
    reader->bad = true;
    return nothing;
  }
  char *bytes = reader->at;
  reader->at += size + 1;
  *length = size;
  return bytes;
}

/* Bytes behind a NUL would be hidden from readers of a path or a word; they could be another path. */
char *read_text(struct reader *reader)
{
  size_t length;
  char *text = read_bytes(reader, &length);
  if (!memchr(text, 0, length))
    return text;
  reader->bad = true;
  return text + length;
}

static void put(struct writer *writer, const void *bytes, size_t length)
{
  if (writer->length + length > sizeof writer->bytes)
    abort();
  memcpy(writer->bytes + writer->length, bytes, length);
  writer->length += length;
}

void write_u32(struct writer *writer, uint32_t value)
{
  put(writer, &value, sizeof value);
}

void write_u64(struct writer *writer, uint64_t value)
{
  put(writer, &value, sizeof value);
}

void write_bytes(struct writer *writer, const char *bytes, size_t length)
{
  write_u32(writer, length);
  put(writer, bytes, length);
  put(writer, "", 1);
}

void write_text(struct writer *writer, const char *text)
{
  write_bytes(writer, text, strlen(text));
}

void write_outcome(struct writer *writer, const struct outcome *outcome, const uint64_t bytes[2])
{
  write_u32(writer, outcome->reason);
  write_u32(writer, outcome->code);
  write_u64(writer, outcome->cpu);
  write_u64(writer, outcome->wall);
  write_u64(writer, outcome->peak);
  write_u64(writer, bytes[0]);
  write_u64(writer, bytes[1]);
  write_text(writer, outcome->detail);
}

int send_reply(int judge, uint32_t ticket, const struct writer *writer)
{
  char frame[sizeof writer->bytes + 8];
  uint32_t head[2] = { 4 + writer->length, ticket };
  memcpy(frame, head, sizeof head);
  memcpy(frame + sizeof head, writer->bytes, writer->length);
  size_t total = sizeof head + writer->length, sent = 0;
  while (sent < total) {
    ssize_t done = send(judge, frame + sent, total - sent, MSG_NOSIGNAL);
    if (done < 0 && errno == EAGAIN)
      poll(&(struct pollfd){ .fd = judge, .events = POLLOUT }, 1, -1);
    else if (done < 0 && errno != EINTR)
      return -1;
    sent += done > 0 ? done : 0;
  }
  return 0;
}

int receive_frames(int judge, void (*take)(uint32_t ticket, uint32_t verb, struct reader *body))
{
  static char *buffer;
  static size_t room, filled;
  if (!buffer) {
    room = BUFFER;
    buffer = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffer == MAP_FAILED)
      return -1;
  }
  ssize_t got = recv(judge, buffer + filled, room - filled, MSG_DONTWAIT);
  if (got <= 0)
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 1 : (int)got;
  filled += got;

  size_t at = 0, need = BUFFER;
  while (filled - at >= sizeof(uint32_t)) {
    uint32_t head[3];
    memcpy(head, buffer + at, sizeof *head);
    if (head[0] < HEADER - 4 || head[0] > LARGEST_FRAME)
      return -1;
    size_t whole = head[0] + sizeof *head;
    if (filled - at < whole) {
      need = whole > BUFFER ? whole : BUFFER;
      break;
    }
    memcpy(head, buffer + at, HEADER);
    take(head[1], head[2], &(struct reader){ buffer + at + HEADER, buffer + at + whole, false });
    at += whole;
  }
  filled -= at;
  memmove(buffer, buffer + at, filled);
  if (need != room && need >= filled) {
    char *moved = mremap(buffer, room, need, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
      return -1;
    buffer = moved;
    room = need;
  }
  return 1;
}

#define MOST_FDS 4

int send_with_fds(int socket, const void *bytes, size_t length, const int *fds, unsigned count)
{
  union {
    char space[CMSG_SPACE(MOST_FDS * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct iovec part = { (void *)bytes, length };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  if (count) {
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), fds, count * sizeof(int));
  }
  ssize_t sent;
  do
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)length ? 0 : -1;
}

/* `count` is the room for descriptors on the way in and their number on the way out. */
ssize_t receive_with_fds(int socket, void *bytes, size_t length, int *fds, unsigned *count)
{
  union {
    char space[CMSG_SPACE(MOST_FDS * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct iovec part = { bytes, length };
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space
  };
  unsigned room = *count;
  *count = 0;
  ssize_t got;
  do
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    return got;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (!head || head->cmsg_type != SCM_RIGHTS)
    return got;
  unsigned arrived = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (unsigned i = 0; i < arrived; i++) {
    int fd;
    memcpy(&fd, CMSG_DATA(head) + i * sizeof fd, sizeof fd);
    if (i < room)
      fds[(*count)++] = fd;
    else
      close(fd);
  }
  return got;
}
