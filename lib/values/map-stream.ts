/** A stream with each of its pieces changed: as `pipeThrough`, for a third of its work. */
export function mapStream<From, To>(
  source: ReadableStream<From>,
  change: (piece: From) => To,
): ReadableStream<To> {
  const reader = source.getReader();
  return new ReadableStream<To>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(change(value));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
