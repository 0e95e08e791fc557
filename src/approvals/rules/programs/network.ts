import type { Program } from "./program.js";

const TO_STDOUT = /^(?:-|\/dev\/(?:null|stdout|stderr))$/;

/** Programs that fetch URLs: a rule for wget allows it to save under the URL's file name. */
export const NETWORK: Readonly<Record<string, Program>> = {
  curl: {
    reads: true,
    safe: `-s --silent -S --show-error -f --fail --fail-with-body -L --location -I --head -i --include -v
      --verbose -A= --user-agent= -e= --referer= -m= --max-time= --connect-timeout= --retry=
      --retry-delay= --retry-max-time= --retry-connrefused --retry-all-errors -G --get -4 -6 --ipv4
      --ipv6 -0 --http1.0 --http1.1 --http2 -N --no-buffer -r= --range= --compressed -# --progress-bar
      --no-progress-meter --max-redirs= --url= -V --version --proto= --proto-redir= -1 --tlsv1
      --tlsv1.2 --tlsv1.3 --path-as-is -g --globoff --max-filesize= --raw -q --disable`,
    writes: `-o= --output= -O --remote-name --remote-name-all -J --remote-header-name --output-dir= -D=
      --dump-header= -c= --cookie-jar= --trace= --trace-ascii= --stderr= --create-dirs --libcurl=
      --etag-save= --hsts= --alt-svc= -w= --write-out= --xattr -C= --continue-at=`,
    sends: `-d= --data= --data-ascii= --data-binary= --data-raw= --data-urlencode= --json= -F= --form=
      --form-string= -T= --upload-file= -X= --request= -H= --header= -u= --user= -n --netrc
      --netrc-file= --netrc-optional -b= --cookie= -Q= --quote= --mail-from= --mail-rcpt= -x= --proxy=
      --url-query= -E= --cert= --key= --unix-socket= --abstract-unix-socket= --telnet-option= -t=`,
    configures: `-K= --config= --engine= --resolve= --connect-to= -k --insecure --cacert= --capath=
      --interface= --doh-url= --preproxy= --socks5= --socks4= -: --next`,
    except: {
      "-o": TO_STDOUT,
      "--output": TO_STDOUT,
      "-D": TO_STDOUT,
      "--dump-header": TO_STDOUT,
      // %output{file} writes a file, and @file reads one.
      "-w": /^(?!@)(?!.*%output)/s,
      "--write-out": /^(?!@)(?!.*%output)/s,
      "-H": /^[^@]/,
      "--header": /^[^@]/,
      "-X": /^(?:GET|HEAD|OPTIONS)$/,
      "--request": /^(?:GET|HEAD|OPTIONS)$/,
    },
  },
  wget: {
    safe: `-q --quiet -v --verbose -n= --no-verbose -S --server-response --spider -T= --timeout= -t= --tries=
      -U= --user-agent= -4 -6 --inet4-only --inet6-only --max-redirect= -w= --wait= --show-progress
      --no-hsts --connect-timeout= --read-timeout= --dns-timeout= --no-config -V --version --help`,
    writes: `-O= --output-document= -P= --directory-prefix= -o= --output-file= -a= --append-output=
      --save-cookies= --hsts-file= --warc-file= --rejected-log= -c --continue -N --timestamping -r
      --recursive -m --mirror -p --page-requisites -k --convert-links -x --force-directories
      --content-disposition --no-clobber --delete-after -E --adjust-extension -K --backup-converted
      --backups[=] --unlink --default-page=`,
    except: { "-O": TO_STDOUT, "--output-document": TO_STDOUT },
    runs: "--use-askpass= -e= --execute= -b --background",
    configures:
      "--config= -i= --input-file= --input-metalink= --load-cookies= -B= --base= --no-check-certificate",
    sends: `--post-data= --post-file= --body-data= --body-file= --method= --header= --user= --password=
      --http-user= --http-password= --proxy-user= --ask-password --certificate= --private-key=`,
  },
};
