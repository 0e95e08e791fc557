/** Rules as people write them: programs by their names, and what else they want to be done. */
export const USUAL_RULES = [
  ..."git find rg grep egrep sort uniq sed awk tar tree curl gofmt ls cat head tail wc cut tr jq diff".split(
    " ",
  ),
  ..."pwd echo file stat du which date basename cp mkdir make docker kubectl".split(" "),
  ...["timeout", "nice", "env"],
  ...["git add", "git commit", "git push", "git checkout", "git fetch", "git stash"],
  ...[
    "npm",
    "npm run *",
    "npm test",
    "npm ci",
    "pnpm",
    "pnpm run *",
    "pnpm -r run",
    "yarn test",
    "npx tsc",
    "npx vitest",
  ],
  ...["node scripts/x.js", "python3 -m pytest", "python3 tools/*", "node --version"],
  ...["cargo test", "cargo build", "cargo check", "cargo clippy", "cargo fmt", "cargo"],
  ...["go test", "go build", "go vet", "go", "wget"],
];

/** What agents run to look around, and to test what they did: all of it stays allowed. */
export const READING_LINES = String.raw`
git status
git status -sb
git status --short --branch
git status --porcelain=v1 -uall
git log --oneline -20
git log -5
git log -n 5 --stat
git log --oneline --graph --decorate --all
git log --since='2 weeks ago' --author=me --pretty=format:'%h %s'
git log --pretty=format:%H -- src/a.ts
git log -p -- src/a.ts
git log --follow -p -S 'foo' -- src/a.ts
git log -S'foo bar' --oneline
git log -G '^export' --name-only
git log -L 10,20:src/a.ts
git log --format='%an %ad' --date=short HEAD~5..HEAD
git log origin/main..HEAD --no-merges
git log --grep='fix' -i
git log --diff-filter=D --summary
git log -1 --format=%cd
git diff
git diff --stat HEAD~1 -- src
git diff --cached
git diff --staged --name-only
git diff HEAD -- src/a.ts test/a.test.ts
git diff main...HEAD --name-status
git diff -U10 --word-diff
git diff --no-color --no-ext-diff -w
git diff --numstat HEAD~3
git diff --check
git diff -M --find-renames=50% HEAD
git show HEAD
git show --stat HEAD~2
git show HEAD:src/a.ts
git show --no-patch --format=%B abc123
git show stash@{0}
git blame -L 1,20 src/a.ts
git blame -w -C src/a.ts
git grep -n foo
git grep -nE 'a|b' -- '*.ts'
git grep -n -e foo --and -e bar
git grep -l --cached foo HEAD
git grep -c foo
git ls-files
git ls-files -m -o --exclude-standard
git ls-files '*.ts'
git ls-tree -r --name-only HEAD
git rev-parse HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse --show-toplevel
git rev-parse --short HEAD
git branch
git branch -a
git branch -vv
git branch --show-current
git branch --list 'feature/*'
git branch --contains HEAD
git branch --merged main
git branch -r --sort=-committerdate
git tag
git tag -l 'v*'
git tag --sort=-creatordate
git tag --points-at HEAD
git remote -v
git remote get-url origin
git config --get user.name
git config --list
git config user.email
git stash list
git stash show -p stash@{0}
git reflog
git reflog -10
git describe --tags --always --dirty
git shortlog -sn --no-merges
git cat-file -p HEAD
git cat-file -t abc123
git merge-base main HEAD
git rev-list --count HEAD
git worktree list
git submodule status
git for-each-ref --sort=-committerdate --format='%(refname:short)' refs/heads
git check-ignore -v dist
git --version
git --no-pager log --oneline -3
git --no-pager diff --stat
git add src/a.ts
git add -A
git add -u src
git commit -m 'Add it'
git commit -am 'Add it'
git commit --amend --no-edit
git push origin main
git push -u origin HEAD
git push --dry-run
git fetch origin
git fetch --all --prune
git checkout -b topic
git checkout -- src/a.ts
git stash
find . -name '*.ts' -not -path './node_modules/*'
find . -name *.ts
find src -type f
find . -type f -name '*.md' -maxdepth 2
find . -maxdepth 1 -mindepth 1 -type d
find . \( -name '*.js' -o -name '*.ts' \) -print
find . -path ./node_modules -prune -o -name '*.json' -print
find . -mtime -7 -size +10k
find . -newer package.json -type f
find . -iname '*readme*' -print0
find . -type f -printf '%s %p\n'
find src test -name '*.test.ts' | wc -l
find . -empty -type d
find /usr/include -name 'zlib.h' 2>/dev/null
rg foo
rg -n --hidden -g '!x' foo src
rg -n 'a|b' src
rg -l foo
rg -i -w foo -t ts
rg --files
rg --files -g '*.ts'
rg -A 3 -B3 -C2 foo
rg -uu --no-ignore foo
rg -n -e foo -e bar src test
rg -U --multiline-dotall 'a.*b'
rg -c foo
rg --json foo
rg -S foo --type-not md
rg -n -- '--flag' src
rg --no-heading --line-number foo .
rg -o 'v\d+' -r '$0'
grep -rn foo src
grep -rn --include='*.ts' foo .
grep -rn --include=*.ts foo .
grep -rnE 'a|b' src --exclude-dir=node_modules
grep -n -A5 -B 5 foo src/a.ts
grep -c foo src/a.ts
grep -il foo *.md
grep -q foo src/a.ts
grep -v '^#' x.conf
grep -oP '(?<=v)\d+' x
grep -e --flag x
grep -- -x x
grep -3 foo x
egrep 'a|b' x
sort x
sort -u x
sort -rn x
sort -t, -k2,2n x.csv
sort -k 2 -n x
sort | uniq -c | sort -rn | head -20
sort --unique --reverse x
uniq -d x
sed -n 1,200p file
sed -n '1,200p' src/a.ts
sed -n '10,20p;30q' src/a.ts
sed -n '/start/,/end/p' src/a.ts
sed -n '$p' x
sed 's/a/b/' x
sed 's/a/b/g;s|x|y|' x
sed -E 's/([a-z]+)-[0-9]+/\1/g' x
sed -e 's/a/b/' -e '5d' x
sed '/^$/d' x
sed -n '/foo/{p;q}' x
sed -n 's/^version: //p' x
sed 's/[[:space:]]*$//' x
sed '$!d' x
sed -ne 5p x
awk '{print $1}' f
awk -F: '{print $1, $3}' /etc/passwd
awk -F ',' 'NR>1 {print $2}' x.csv
awk 'NR==10,NR==20' src/a.ts
awk '/foo|bar/' x
awk '{ sum += $1 } END { print sum }' x
awk 'length > 100' x
awk -v n=5 'NR<=n' x
awk '$3 > 10 && $4 < 5 {print $0}' x
awk '{print NR": "$0}' x.txt *.md
tar -tzf x.tgz
tar tzf x.tgz
tar -tvf x.tar
tar tf x.tar.gz src
tar --list --file=x.tar
tree -L 2 -I node_modules
curl -s http://localhost:3000/health
curl -sSfL https://example.org/x
curl -I https://example.org
curl -s -o /dev/null -w '%{http_code}' http://localhost:8080
curl -H 'Accept: application/json' https://example.org/api
curl -X GET https://example.org
wget -qO- https://example.org
wget --spider https://example.org
ls
ls -la src
ls *.ts
cat package.json
cat src/*.ts
head -n 50 x
head -50 x
tail -n +20 x
tail -f x
wc -l src/a.ts
wc -l *.ts
cut -d: -f1 x
tr -d '\n'
jq .scripts package.json
jq -r '.dependencies | keys[]' package.json
diff -u a b
pwd
echo hi
du -sh .
date +%s
cp a b
cp -r src/x dest
mkdir -p build
make
make check
make -j4 test
make -n all
make -k -s lint
npm test
npm run build
npm run test -- --run x
npm run lint --silent
npm run test -w packages/a
npm run build --if-present
npm ls
npm ls --depth=0
npm ls --all --json
npm view react version
npm outdated
npm ci
npm ci --ignore-scripts
npm --version
npm config get registry
npm audit --json
pnpm run test
pnpm ls
pnpm -r run test
pnpm run build --filter web
yarn test
npx tsc --noEmit -p test
npx vitest run test/a.test.ts --reporter=dot
node scripts/x.js
node scripts/x.js --out y -e z
node --version
python3 -m pytest
python3 -m pytest -q tests/test_a.py::test_b -k foo
python3 tools/x.py --flag
cargo test
cargo test --lib foo -- --nocapture
cargo test -p core --all-features
cargo build --release
cargo check --workspace --all-targets
cargo clippy --all-targets -- -D warnings
cargo fmt --check
cargo tree -d
cargo tree -i serde
cargo tree -iserde -e normal
cargo tree --invert=serde --prune syn
cargo metadata --format-version 1 --no-deps
cargo --version
go test ./...
go test -run TestFoo -v ./pkg/...
go test -count=1 -race ./...
go test -short -timeout 30s ./...
go build ./...
go vet ./...
go list -m all
go list ./...
go env GOPATH
go version
go doc fmt.Println
gofmt -l .
gofmt -d x.go
docker ps
docker ps -a
docker images
docker logs --tail 100 web
docker inspect web
docker compose ps
docker compose logs web
kubectl get pods -n default
kubectl get pods -A -o wide
kubectl describe pod web
kubectl logs -f web --tail=100
timeout 5 git log --oneline
nice git diff --stat
env LC_ALL=C sort -u x
bash -lc 'git log --oneline -20 && rg -n foo src | head -5'
`
  .trim()
  .split("\n");
