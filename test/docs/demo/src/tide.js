/** Height of the tide over the mean, in metres, some hours after high water. The demonstration's fault: it is a cosine. */
export function height(hours, range) {
  return (range / 2) * Math.sin((2 * Math.PI * hours) / 12.4);
}
