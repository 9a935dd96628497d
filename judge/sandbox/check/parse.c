/*
 * wire.c by itself, under the sanitizers: fields of random frames, frames that
 * arrive in random pieces, packets with any number of descriptors. FUZZ_SEED
 * repeats a run.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../sandbox.h"

#define ROUNDS 60000
#define DESCRIPTOR_ROUNDS 4000
#define MOST_SENT 60

static unsigned random_state;

static unsigned chance(unsigned below)
{
  return (unsigned)rand_r(&random_state) % below;
}

static void demand(bool holds, const char *what)
{
  if (holds)
    return;
  printf("not ok - %s\n", what);
  exit(1);
}

/* On the heap and exactly as large as it is: one byte too many is seen. */
static void read_random_fields(void)
{
  size_t size = chance(64);
  char *bytes = malloc(size ? size : 1);
  for (size_t i = 0; i < size; i++)
    bytes[i] = chance(4) ? 0 : chance(256);
  struct reader reader = { bytes, bytes + size, false };
  for (int i = 0; i < 12; i++) {
    bool was_bad = reader.bad;
    char *before = reader.at;
    size_t length = 0;
    switch (chance(5)) {
    case 0:
      read_u32(&reader);
      break;
    case 1:
      read_u64(&reader);
      break;
    case 2:
      demand(read_amount(&reader) <= UINT64_MAX >> 16, "an amount is never absurd");
      break;
    case 3: {
      const char *text = read_text(&reader);
      demand(!reader.bad || !*text, "a bad text is empty");
      break;
    }
    default: {
      const char *text = read_bytes(&reader, &length);
      demand(!text[length], "what is read ends in NUL");
    }
    }
    demand(reader.at >= before && reader.at <= reader.end, "the reader stays in the frame");
    demand(!was_bad || (reader.bad && reader.at == before), "a bad frame stays bad");
  }
  free(bytes);
}

static uint32_t expected_ticket, taken;

static void take(uint32_t ticket, uint32_t verb, struct reader *body)
{
  demand(ticket == expected_ticket++, "frames come in order");
  demand(verb == (uint32_t)(body->end - body->at), "frames come whole");
  for (char *at = body->at; at < body->end; at++)
    demand(*at == (char)(ticket + (at - body->at)), "bytes come as they were");
  taken++;
}

static void send_all(int socket, const char *bytes, size_t length)
{
  while (length) {
    size_t piece = 1 + chance(chance(4) ? 16 : 70000);
    piece = piece < length ? piece : length;
    demand(send(socket, bytes, piece, 0) == (ssize_t)piece, "send");
    demand(receive_frames(3, take) == 1, "a right frame, in pieces");
    bytes += piece;
    length -= piece;
  }
}

static void receive_pieces(void)
{
  int ends[2];
  demand(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends), "socketpair");
  /* The keeper's end is 3, whichever numbers the kernel chose. */
  int near = fcntl(ends[0], F_DUPFD, 10), far = fcntl(ends[1], F_DUPFD, 10);
  close(ends[0]);
  close(ends[1]);
  demand(dup2(far, 3) == 3 && !close(far), "dup2");
  for (uint32_t i = 0; i < 800; i++) {
    uint32_t size = chance(3) ? chance(200) : chance(150000);
    char *frame = malloc(12 + size);
    uint32_t head[3] = { size + 8, i, size };
    memcpy(frame, head, sizeof head);
    for (uint32_t k = 0; k < size; k++)
      frame[12 + k] = i + k;
    send_all(near, frame, 12 + size);
    free(frame);
  }
  while (taken < expected_ticket)
    demand(receive_frames(3, take) == 1, "the rest");
  demand(taken == 800, "every frame arrives");
  demand(receive_frames(3, take) == 1, "nothing more is no error");
  uint32_t absurd = 7 + chance(2) * 0x7fffffff;
  demand(send(near, &absurd, sizeof absurd, 0) == sizeof absurd, "send");
  demand(receive_frames(3, take) == -1, "an absurd length ends the conversation");
  close(near);
}

static unsigned open_descriptors(void)
{
  unsigned count = 0;
  DIR *directory = opendir("/proc/self/fd");
  while (readdir(directory))
    count++;
  closedir(directory);
  return count;
}

static void send_descriptors(int socket, int which, unsigned count)
{
  union {
    char space[CMSG_SPACE(MOST_SENT * sizeof(int))];
    struct cmsghdr align;
  } control = { 0 };
  char byte = 1;
  struct iovec part = { &byte, 1 };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  int fds[MOST_SENT];
  for (unsigned i = 0; i < count; i++)
    fds[i] = which;
  if (count) {
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(count * sizeof(int)) };
    memcpy(CMSG_DATA(head), fds, count * sizeof(int));
  }
  demand(sendmsg(socket, &message, 0) == 1, "sendmsg");
}

static void receive_descriptors(void)
{
  int ends[2], nothing = open("/dev/null", O_RDWR);
  demand(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), "socketpair");
  unsigned before = open_descriptors();
  for (int i = 0; i < DESCRIPTOR_ROUNDS; i++) {
    unsigned sent = chance(MOST_SENT + 1), room = chance(4), count = room;
    int fds[4];
    char byte;
    send_descriptors(ends[0], nothing, sent);
    demand(receive_with_fds(ends[1], &byte, 1, fds, &count) == 1, "a packet arrives");
    demand(count <= room && count <= sent, "never more descriptors than there is room for");
    for (unsigned k = 0; k < count; k++)
      close(fds[k]);
  }
  demand(open_descriptors() == before, "no descriptor stays open");
  close(ends[0]);
  close(ends[1]);
  close(nothing);
}

int main(void)
{
  const char *given = getenv("FUZZ_SEED");
  random_state = given ? strtoul(given, NULL, 10) : 20261120;
  printf("# FUZZ_SEED=%u\n", random_state);
  for (int i = 0; i < ROUNDS; i++)
    read_random_fields();
  receive_descriptors();
  receive_pieces();
  printf("ok 1 - %d random frames, 800 frames in pieces, %d packets with descriptors\n1..1\n", ROUNDS, DESCRIPTOR_ROUNDS);
  return 0;
}
