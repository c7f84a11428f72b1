/**
 * Lines of many natural and programming languages, for tests of token estimates.
 * @module
 */

/** Lines by the extension of the files they are from. */
export const SAMPLES: Readonly<Record<string, string>> = {
  py: `def read_config(path: str, *, strict: bool = False) -> dict[str, Any]:
    """Reads the configuration; unknown keys are an error when strict."""
    with open(path, encoding="utf-8") as handle:
        config = yaml.safe_load(handle) or {}
    if strict and (unknown := set(config) - KNOWN_KEYS):
        raise ConfigError(f"unknown keys in {path!r}: {sorted(unknown)}")
    return {**DEFAULTS, **config}
@pytest.mark.parametrize("value", [None, 0, "", [], {}])
    self.assertEqual(response.status_code, HTTPStatus.NO_CONTENT)`,
  go: `func (s *Server) handleUpload(w http.ResponseWriter, r *http.Request) {
	defer r.Body.Close()
	if r.ContentLength > s.maxBytes {
		http.Error(w, "payload too large", http.StatusRequestEntityTooLarge)
		return
	}
	buf := bytes.NewBuffer(make([]byte, 0, 4096))
	if _, err := io.Copy(buf, io.LimitReader(r.Body, s.maxBytes)); err != nil {
		log.Printf("upload %s: %v", r.RemoteAddr, err)`,
  rs: `impl<'a, T: Clone + Send + 'static> Iterator for Windows<'a, T> {
    type Item = &'a [T];
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (head, tail) = self.slice.split_at(self.size.get());
        self.slice = tail;
        unsafe { Some(std::slice::from_raw_parts(head.as_ptr(), self.size.get())) }
    }
pub(crate) fn parse_header(input: &[u8]) -> Result<Header, ParseError> {`,
  c: `static int ringbuf_push(struct ringbuf *rb, const uint8_t *src, size_t len)
{
	if (len > rb->cap - rb->used)
		return -ENOSPC;
	memcpy(rb->data + ((rb->head + rb->used) & rb->mask), src, len);
	rb->used += len;
	return 0;
}
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
	.flags = IRQF_SHARED | IRQF_NO_SUSPEND, .handler = 0x7fff0040`,
  java: `public class OrderRepositoryImpl extends AbstractJpaRepository<Order, Long> implements OrderRepository {
    private static final Logger LOGGER = LoggerFactory.getLogger(OrderRepositoryImpl.class);
    @Transactional(propagation = Propagation.REQUIRES_NEW, rollbackFor = Exception.class)
    public Optional<Order> findByCustomerIdAndStatus(@NonNull Long customerId, OrderStatus status) {
        return entityManager.createQuery(FIND_QUERY, Order.class).setParameter("id", customerId).getResultStream();
    }`,
  sh: `set -euo pipefail
for f in "$ROOT"/logs/*.gz; do zcat "$f" | awk -F'\\t' '$3 > 500 {print $1, $4}' >> "$OUT"; done
[ -z "\${CI:-}" ] || exec sudo -E env "PATH=$PATH" ./run.sh --jobs="$(nproc)" "$@"
curl -fsSL "https://example.com/releases/v\${VERSION}/tool_\${OS}_\${ARCH}.tar.gz" | tar -xz -C /usr/local/bin`,
  sql: `CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_orders_customer_created ON orders (customer_id, created_at DESC);
SELECT c.name, COUNT(*) AS n, SUM(o.total_cents) / 100.0 AS revenue FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id WHERE o.created_at >= NOW() - INTERVAL '30 days'
GROUP BY c.name HAVING COUNT(*) > 10 ORDER BY revenue DESC NULLS LAST LIMIT 50;`,
  html: `<div class="card card--wide" data-id="8831"><a href="/shop/items/8831?ref=home">Blue kettle, 1.7 l</a></div>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/assets/app.3f9c2e.css">
<p>We ship within <strong>two days</strong>; returns are free for 30 days.&nbsp;<a href="#terms">Terms</a></p>`,
  css: `.nav__item:not(:last-child)::after { content: "/"; margin: 0 0.5rem; color: rgba(0, 0, 0, 0.45); }
@media (max-width: 640px) { .grid { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; } }
  --shadow-lg: 0 10px 15px -3px #0000001a, 0 4px 6px -4px #0000001a;`,
  json:
    `{"id": "b7c1e2d0-5f0a-4f43-9a76-1c7f6f1f8f5e", "createdAt": "2025-03-14T09:26:53.589Z", "tags": ["new", "eu-west-1"]},
  "node_modules/left-pad": { "version": "1.3.0", "integrity": "sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQGinBN9yTQT3bFlCBy" },
    "coordinates": [[13.3888, 52.5170], [13.3976, 52.5290], [13.4285, 52.5232]],`,
  csv: `2024-11-03,Zürich,48213,17.25,EUR,"Müller, Anna",true
2024-11-04,São Paulo,59120,1203.10,BRL,"da Silva, João",false
order_id;sku;qty;unit_price;vat;100234;KX-9921-B;3;24.90;0.19`,
  log: `2025-06-01T04:12:09.113Z ERROR [worker-7] pool.go:218 connection reset by peer addr=10.4.17.202:5432 attempt=3
127.0.0.1 - - [10/Oct/2024:13:55:36 -0700] "GET /api/v2/users/9921?expand=roles HTTP/1.1" 200 2326 "-" "curl/8.5.0"
Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh rhost=218.188.2.4
    at Object.<anonymous> (/srv/app/dist/server.js:42:17)`,
  md: `## Getting started
Install the package, then point it at a directory. It needs no configuration, but reads one if it is there.
- [ ] Write the migration guide (see [#412](https://example.com/issues/412)), **before** the release
| Option | Default | Meaning |`,
  de: `Die Verordnung über die Bereitstellung elektronischer Kommunikationsdienste tritt am ersten Januar in Kraft.
Rückfragen richten Sie bitte an die zuständige Geschäftsstelle; die Öffnungszeiten entnehmen Sie dem Aushang.`,
  fr: `Les données à caractère personnel ne sont conservées que pendant la durée nécessaire à leur traitement.
L'utilisateur peut, à tout moment, s'opposer à l'enregistrement de témoins de connexion dans son navigateur.`,
  ja: `この関数は、指定されたディレクトリの中から条件に合うファイルを探し、その一覧を返します。
設定ファイルが見つからない場合は、既定値が使われます。詳しくは手引きをご覧ください。
// ユーザーの入力を検証する（空文字は許可しない）`,
  zh: `该函数从给定目录中查找符合条件的文件，并返回其列表。如果找不到配置文件，则使用默认值。
# 检查用户输入是否为空，若为空则抛出异常
开发团队计划在下个季度发布新版本，届时将支持更多的数据格式。`,
  ru: `Функция ищет в указанном каталоге файлы, удовлетворяющие условию, и возвращает их список.
Если файл настроек не найден, используются значения по умолчанию.`,
  ko: `이 함수는 지정된 디렉터리에서 조건에 맞는 파일을 찾아 그 목록을 반환합니다.
설정 파일이 없으면 기본값을 사용합니다. 자세한 내용은 설명서를 참고하십시오.`,
  tex:
    `\\begin{theorem}[Cauchy--Schwarz] For all $u, v \\in V$ we have $|\\langle u, v\\rangle| \\le \\|u\\|\\,\\|v\\|$. \\end{theorem}
\\frac{\\partial \\rho}{\\partial t} + \\nabla \\cdot (\\rho \\mathbf{v}) = 0 \\label{eq:continuity}`,
};
