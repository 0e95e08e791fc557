import { sameOptions, type Program } from "./program.js";

const LISTING: Program = {
  reads: true,
  safe: `-a --all -q --quiet --no-trunc -n= --last= -l --latest -s --size --filter= --format= --digests
    --type= --services --no-color --no-stream -t --timestamps --tail= --since= --until= --details -H
    --human`,
};
const DOCKER: Readonly<Record<string, Program>> = {
  ...sameOptions("ps images inspect version info top stats port diff history", LISTING),
  logs: { ...LISTING, safe: "-f --follow -t --timestamps -n= --tail= --since= --until= --details" },
  ...sameOptions("container image volume network system context buildx", {
    commands: sameOptions(
      "ls list inspect logs history df info show version port top stats",
      LISTING,
    ),
  }),
  compose: {
    configures: "-f= --file= --env-file= --profile=",
    moves: "--project-directory= -p= --project-name=",
    commands: {
      ...sameOptions("ps ls images top version port", LISTING),
      logs: {
        ...LISTING,
        safe: "-f --follow -t --timestamps -n= --tail= --since= --until= --no-color",
      },
      ...sameOptions("up down build restart start stop pull", {
        safe: "-d --detach --build --no-build -q --quiet --wait --no-deps --no-cache --pull[=]",
        changes: "-v --volumes --rmi= --remove-orphans",
        configures: "--build-arg=",
      }),
      ...sameOptions("exec run", { codeOperands: 2, safe: "-T --rm -d --detach" }),
    },
  },
  run: {
    codeOperands: 2,
    safe: "--rm -i --interactive -t --tty -d --detach -q --quiet --init --name=",
    configures: `-v= --volume= --mount= --privileged --env-file= -e= --env= --entrypoint= --cap-add= --device=
      --security-opt= --pid= --ipc= --network= --net= --userns= -u= --user= -p= --publish=`,
    moves: "-w= --workdir=",
    writes: "--cidfile=",
  },
  exec: {
    codeOperands: 2,
    safe: "-i --interactive -t --tty -d --detach",
    configures: "-e= --env= --env-file= --privileged -u= --user=",
    moves: "-w= --workdir=",
  },
  build: {
    safe: "-t= --tag= -q --quiet --no-cache --pull --progress= --rm --force-rm",
    configures: `-f= --file= --build-arg= --build-context= --secret= --ssh= --network= --allow= --add-host=
      --target= --platform=`,
    writes: "-o= --output= --iidfile= --metadata-file= --cache-to=",
    sends: "--push",
  },
};

const KUBECTL_SAFE = `-n= --namespace= -A --all-namespaces -l= --selector= --request-timeout= -h --help`;
const CLUSTER = {
  configures: `--kubeconfig= --context= --cluster= --user= --as= --as-group= -s= --server= --token=
    --cache-dir= --certificate-authority= --client-key= --insecure-skip-tls-verify`,
  writes: "--profile= --profile-output= --log-file= --log-dir= --output-directory=",
} as const satisfies Program;
const KUBECTL: Readonly<Record<string, Program>> = {
  ...sameOptions(
    "get describe top explain api-resources api-versions version cluster-info events",
    {
      ...CLUSTER,
      reads: true,
      safe: `${KUBECTL_SAFE} -o= --output= -w --watch --field-selector= --show-labels --sort-by=
      --no-headers -L= --label-columns= --ignore-not-found --show-events --recursive --client --short
      --containers --chunk-size= --namespaced --verbs= --api-group=`,
      configures: `${CLUSTER.configures} -f= --filename= -k= --kustomize= --raw= --template=`,
    },
  ),
  logs: {
    ...CLUSTER,
    reads: true,
    safe: `${KUBECTL_SAFE} -f --follow -p --previous -c= --container= --timestamps --all-containers
      --prefix --tail= --since= --since-time= --limit-bytes=`,
  },
  config: {
    commands: sameOptions("view get-contexts current-context get-clusters get-users", {
      ...CLUSTER,
      reads: true,
      safe: "-o= --output= --minify --no-headers",
      sends: "--raw --flatten",
    }),
  },
  auth: { commands: sameOptions("can-i whoami", { ...CLUSTER, reads: true, safe: KUBECTL_SAFE }) },
  rollout: {
    commands: sameOptions("status history", { ...CLUSTER, reads: true, safe: KUBECTL_SAFE }),
  },
  ...sameOptions(
    "apply create delete patch scale label annotate edit exec cp run expose set drain",
    {
      ...CLUSTER,
      safe: `${KUBECTL_SAFE} -o= --output=`,
      configures: `${CLUSTER.configures} -f= --filename= -k= --kustomize= --editor=`,
    },
  ),
};

/** Containers and clusters: read-only sub-commands, and those a rule must spell. */
export const CONTAINERS: Readonly<Record<string, Program>> = {
  ...sameOptions("docker podman", {
    safe: "-v --version --help",
    configures:
      "--config= -H= --host= -c= --context= --tlscacert= --tlscert= --tlskey= -l= --log-level=",
    commands: DOCKER,
  }),
  kubectl: { ...CLUSTER, safe: KUBECTL_SAFE, commands: KUBECTL },
};
